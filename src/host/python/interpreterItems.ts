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
  const groups = byKind(usable, (one) => ({
    label: `$(${one.path === current ? 'check' : 'blank'}) Python ${one.version}`,
    ...describe(one, libraries, current),
    choice: { kind: 'path', path: one.path } as const,
  }));
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

/** Interpreters as entries below headings that say where they are. */
export function byKind<T extends vscode.QuickPickItem>(
  usable: readonly UsableInterpreter[],
  itemOf: (one: UsableInterpreter) => T,
): (T | vscode.QuickPickItem)[] {
  return INTERPRETER_KINDS.flatMap((kind) => {
    const found = usable.filter((one) => one.kind === kind);
    return found.length === 0 ? [] : [separator(kindText(kind)), ...found.map(itemOf)];
  });
}

/** What an entry says of an interpreter beside its version. */
export function describe(
  { path, modules }: UsableInterpreter,
  libraries: number,
  current: string | undefined,
): Pick<vscode.QuickPickItem, 'description' | 'detail'> {
  const has = `has ${String(modules.length)} of ${String(libraries)} libraries`;
  return {
    description: [...(path === current ? ['in use'] : []), ...(libraries === 0 ? [] : [has])].join(
      ' · ',
    ),
    detail: path,
  };
}

function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
