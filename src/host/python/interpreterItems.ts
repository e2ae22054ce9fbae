import * as vscode from 'vscode';
import { INTERPRETER_KINDS, kindText } from '../../core/environments/interpreter.js';
import type { Discovery, UsableInterpreter } from '../../node/python/discover.js';

/** What choosing an entry of the interpreter's quick pick does. */
export type InterpreterChoice =
  | { readonly kind: 'automatic' | 'enter' | 'browse' | 'create' }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'unusable'; readonly problem: string };

export interface InterpreterItem extends vscode.QuickPickItem {
  /** Absent on a separator. */
  readonly choice?: InterpreterChoice;
}

/** The entries that are there before anything was found. */
const FIXED: readonly InterpreterItem[] = [
  {
    label: '$(wand) Automatic',
    description: 'the Python extension’s, else .venv, else the PATH’s',
    choice: { kind: 'automatic' },
    alwaysShow: true,
  },
  {
    label: '$(add) Create Environment…',
    description: 'with the libraries that tasks need',
    choice: { kind: 'create' },
    alwaysShow: true,
  },
  { label: '$(edit) Enter Path…', choice: { kind: 'enter' }, alwaysShow: true },
  { label: '$(folder) Browse…', choice: { kind: 'browse' }, alwaysShow: true },
];

/**
 * The quick pick's entries: what does not depend on what is found, the interpreters by where they
 * are, and those that cannot run tasks, with the reason.
 *
 * @param libraries how many libraries the open datasets need
 * @param current the path of the interpreter in use
 */
export function interpreterItems(
  { usable, unusable }: Discovery,
  libraries: number,
  current: string | undefined,
): InterpreterItem[] {
  const groups = INTERPRETER_KINDS.flatMap((kind) => {
    const found = usable.filter((one) => one.kind === kind);
    if (found.length === 0) return [];
    return [separator(kindText(kind)), ...found.map((one) => usableItem(one, libraries, current))];
  });
  const useless = unusable.map(({ path, problem }): InterpreterItem => {
    return {
      label: '$(circle-slash) Cannot run tasks',
      description: problem,
      detail: path,
      choice: { kind: 'unusable', problem },
    };
  });
  return [
    ...FIXED,
    ...groups,
    ...(useless.length === 0 ? [] : [separator('Unusable'), ...useless]),
  ];
}

function usableItem(
  { path, version, modules }: UsableInterpreter,
  libraries: number,
  current: string | undefined,
): InterpreterItem {
  const inUse = path === current;
  return {
    label: `$(${inUse ? 'check' : 'blank'}) Python ${version}`,
    description: [
      ...(inUse ? ['in use'] : []),
      ...(libraries === 0
        ? []
        : [`has ${String(modules.length)} of ${String(libraries)} libraries`]),
    ].join(' · '),
    detail: path,
    choice: { kind: 'path', path },
  };
}

function separator(label: string): InterpreterItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
