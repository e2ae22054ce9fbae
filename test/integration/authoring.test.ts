import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { previewUri } from '../../src/host/authoring/promptPreview.js';
import { command, eventually, studio } from './studio.js';

const TASK = `import json
import math


def task_func(value):
    """
    Round up.

    Args:
    - value (float): The number.

    Example:
    >>> task_func(1.5)
    '2'
    """
    return json.dumps(math.ceil(value))


import unittest


class TestCases(unittest.TestCase):
    def test_half(self):
        self.assertEqual(task_func(1.5), "2")
`;

describe('Writing a task file', () => {
  let file = vscode.Uri.file('');

  before(async () => {
    await studio();
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    file = vscode.Uri.file(join(workspace.uri.fsPath, 'written.py'));
    await writeFile(file.fsPath, TASK);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(file.fsPath);
  });

  async function replace(from: string, to: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(file);
    const start = document.getText().indexOf(from);
    assert.ok(start >= 0);
    const range = new vscode.Range(
      document.positionAt(start),
      document.positionAt(start + from.length),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file, range, to);
    await vscode.workspace.applyEdit(edit);
  }

  /** The codes of what is marked, once there are as many. */
  async function marked(count: number): Promise<unknown[]> {
    const own = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'BigCodeBench');
    const found = await eventually(vscode.languages.onDidChangeDiagnostics, () => {
      const problems = own();
      return problems.length === count ? problems : undefined;
    });
    return found.map(({ code }) => code);
  }

  it('marks what the structure lacks, and mends it', async () => {
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    assert.deepEqual(await marked(2), ['section-name', 'no-returns']);
    const line = document.getText().split('\n').indexOf('    Args:');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      file,
      new vscode.Range(line, 6, line, 6),
    );
    const fix = actions.find(({ title }) => title === 'Change to Parameters:');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.deepEqual(await marked(1), ['no-returns']);
    assert.ok(document.getText().includes('    Parameters:\n'));
  });

  it('shows the prompts and the row beside it, and follows each keystroke', async () => {
    await vscode.window.showTextDocument(file);
    for (const preview of ['instruct', 'complete', 'row'] as const) {
      const shown = await vscode.workspace.openTextDocument(previewUri(file, preview));
      assert.ok(shown.getText().includes('Round up.'), preview);
    }
    const instruct = await vscode.workspace.openTextDocument(previewUri(file, 'instruct'));
    assert.equal(instruct.languageId, 'bigcodebench-instruct');
    await replace('Round up.', 'Round a number up.');
    await eventually(vscode.workspace.onDidChangeTextDocument, () =>
      instruct.getText().startsWith('Round a number up.') ? true : undefined,
    );
    await replace('class TestCases', 'class Tests');
    await eventually(vscode.workspace.onDidChangeTextDocument, () =>
      instruct.getText().startsWith('Not a task yet.') ? true : undefined,
    );
    await replace('class Tests', 'class TestCases');
  });

  it('opens the preview beside the file and keeps the cursor in it', async () => {
    await vscode.window.showTextDocument(file);
    await command('previewInstruct');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), file.toString());
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.scheme);
    assert.ok(shown.includes('bcb-preview'));
  });

  it('offers sections in the docstring and the class of tests below the function', async () => {
    const labels = async (line: number): Promise<string[]> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        file,
        new vscode.Position(line, 4),
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    await replace('    Example:\n', '    \n    Example:\n');
    const document = await vscode.workspace.openTextDocument(file);
    const lines = document.getText().split('\n');
    const inDocstring = await labels(lines.indexOf('    '));
    for (const heading of ['Returns:', 'Raises:', 'Note:']) {
      assert.ok(inDocstring.includes(heading), heading);
    }
    await replace('    \n    Example:\n', '    Example:\n');
  });
});
