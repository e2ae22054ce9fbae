import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { dataExport, samplesOf, samplesText, withPseudonyms } from '../../core/baseline/exports.js';
import type { StudyResults } from '../../core/baseline/results.js';
import { UserError } from '../../core/errors.js';
import { writeAtomically } from '../../node/jsonFile.js';

interface Export extends vscode.QuickPickItem {
  readonly ending: string;
  textOf(studies: readonly StudyResults[]): string;
}

/** Without personal data first: it is what Enter takes. */
const EXPORTS: readonly Export[] = [
  {
    label: '$(shield) Data Without Personal Data',
    detail: 'Attempts, times, verdicts and solutions by P1, P2, …; no comments, no times of day',
    ending: 'json',
    textOf: (studies) => dataText(anonymous(studies), false),
  },
  {
    label: '$(person) Data with Names',
    detail: 'The same with people’s names, comments, times of day and recorded edits',
    ending: 'json',
    textOf: (studies) => dataText(studies, true),
  },
  {
    label: '$(beaker) Samples',
    detail:
      'First attempts as JSON lines, for bcb evaluate and the official evaluator, by P1, P2, …',
    ending: 'jsonl',
    textOf: (studies) => samplesText(samplesOf(anonymous(studies))),
  },
];

/**
 * Writes results to a file, in the form that the user picks.
 * @param folder where to offer it
 * @throws {UserError} where solutions would be told that this person is still to find
 */
export async function exportResults(
  studies: readonly StudyResults[],
  folder: string,
): Promise<void> {
  if (studies.some(({ hidden }) => hidden.size > 0)) {
    throw new UserError(
      'An export tells how tasks were solved that are hidden from you while you take part. Export once you have decided them, or have left the study.',
    );
  }
  const picked = await vscode.window.showQuickPick(EXPORTS, { title: 'Export Baseline Results' });
  if (!picked) return;
  const text = picked.textOf(studies);
  const chosen = await vscode.window.showSaveDialog({
    title: 'Export Baseline Results',
    saveLabel: 'Export',
    defaultUri: vscode.Uri.file(join(folder, `${nameOf(studies)}.${picked.ending}`)),
    filters: { [picked.ending.toUpperCase()]: [picked.ending] },
  });
  if (!chosen) return;
  await writeAtomically(chosen.fsPath, text);
  const open = 'Open';
  const choice = await vscode.window.showInformationMessage(
    `Exported to ${vscode.workspace.asRelativePath(chosen)}.`,
    open,
  );
  if (choice === open) await vscode.window.showTextDocument(chosen);
}

/** As a file is named: `pilot-results`. */
function nameOf([first, ...others]: readonly StudyResults[]): string {
  const name = others.length === 0 && first ? first.study.name : 'baseline';
  return `${name.toLowerCase().replaceAll(/[^\w.-]+/g, '-')}-results`;
}

/** Who is P1 is drawn anew each time: an order that can be repeated can be guessed. */
function anonymous(studies: readonly StudyResults[]): readonly StudyResults[] {
  return withPseudonyms(studies, randomInt(2 ** 32));
}

function dataText(studies: readonly StudyResults[], personal: boolean): string {
  return `${JSON.stringify(dataExport(studies, { personal }), null, 2)}\n`;
}
