import * as vscode from 'vscode';
import type { Program } from '../../core/engine.js';
import { locateLine, programLineOf } from '../../core/parts.js';
import { programOf, programOfFile } from '../../core/program.js';
import { testMethods, type TestMethod } from '../../core/testMethods.js';
import type { ShownTask } from '../datasets/openDatasets.js';
import { partUri } from '../documents/showTask.js';
import { parseTaskUri } from '../documents/taskUri.js';

/** What is run for a task, and where its lines stand in the editor. */
export interface ProgramSource {
  readonly program: Program;
  /** The document with the canonical solution. */
  readonly solutionUri: vscode.Uri;
  /** The document with the tests. */
  readonly testsUri: vscode.Uri;
  /** The test methods, at 1-based lines of `testsUri`. */
  readonly methods: readonly TestMethod[];
  /** The documents that show the program. */
  readonly documents: readonly vscode.Uri[];
  /** The program line that a document's line shows, both 1-based; `undefined` for one that shows none. */
  programLine(document: vscode.Uri, line: number): number | undefined;
  /** The place of a 1-based program line; the range is the line without its indentation. */
  locate(programLine: number): vscode.Location;
  /** The program line's text, trimmed; empty beyond the end. */
  textOf(programLine: number): string;
}

/**
 * For a task file the text as it is in the editor, saved or not; for a dataset's task its parts,
 * and for a hidden one what may be seen of them.
 */
export async function programSource(shown: ShownTask): Promise<ProgramSource> {
  const { path, hiddenBy } = shown.entry;
  return path === undefined || hiddenBy
    ? partsSource(shown)
    : fileSource(shown, vscode.Uri.file(path));
}

/** What was read of a document, for all who follow its edits: each parses it for the others, too. */
const read = new WeakMap<vscode.TextDocument, { version: number; source: ProgramSource }>();

async function fileSource(shown: ShownTask, uri: vscode.Uri): Promise<ProgramSource> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  const known = read.get(document);
  if (known?.version === version) return known.source;
  const source = readDocument(document, shown.entry.task.entryPoint);
  read.set(document, { version, source });
  return source;
}

function readDocument(document: vscode.TextDocument, entryPoint: string): ProgramSource {
  const { uri } = document;
  const text = document.getText().replaceAll('\r\n', '\n');
  const program = programOfFile(text, entryPoint);
  const offset = program.code.split('\n').length;
  const lines = text.split('\n');
  return {
    program,
    solutionUri: uri,
    testsUri: uri,
    methods: testMethods(program.test).map((method) => ({
      ...method,
      line: method.line + offset,
      endLine: method.endLine + offset,
    })),
    documents: [uri],
    programLine: (_, line) => (line <= lines.length ? line : undefined),
    locate: (line) => new vscode.Location(uri, lineRange(line, lines[line - 1])),
    textOf: (line) => lines[line - 1]?.trim() ?? '',
  };
}

function partsSource(shown: ShownTask): ProgramSource {
  const { task } = shown.entry;
  const program = programOf(task);
  const lines = `${program.code}\n${program.test}`.split('\n');
  return {
    program,
    solutionUri: partUri(shown, 'solution'),
    testsUri: partUri(shown, 'tests'),
    methods: testMethods(task.test),
    documents: [partUri(shown, 'complete'), partUri(shown, 'solution'), partUri(shown, 'tests')],
    programLine: (document, line) => {
      const named = parseTaskUri(document);
      return named && programLineOf(task, named.part, line);
    },
    locate: (programLine) => {
      const { part, line } = locateLine(task, programLine);
      return new vscode.Location(partUri(shown, part), lineRange(line, lines[programLine - 1]));
    },
    textOf: (programLine) => lines[programLine - 1]?.trim() ?? '',
  };
}

function lineRange(line: number, text = ''): vscode.Range {
  const start = text.length - text.trimStart().length;
  return new vscode.Range(line - 1, start, line - 1, Math.max(start, text.trimEnd().length));
}
