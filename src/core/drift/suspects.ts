import { isStandardLibrary } from '../standardLibrary.js';

/** How a failure points to a library, the surest first. */
export const POINTERS = ['import', 'raised', 'named'] as const;
export type Pointer = (typeof POINTERS)[number];

/** Stands for the interpreter with its standard library, among the libraries. */
export const PYTHON = 'Python';

/** A library that a failure points to. */
export interface Suspect {
  /** Its top-level module, or {@link PYTHON}. */
  readonly library: string;
  /**
   * `import`: it, or a name of it, could not be imported. `raised`: the exception comes from its
   * files. `named`: the exception's class or message names it.
   */
  readonly why: Pointer;
}

/**
 * The libraries that a failure points to, the surest first.
 * @param message the exception as Python prints it, with its class
 * @param traceback as Python prints it; empty where there is none
 */
export function suspectsOf(message: string, traceback: string): Suspect[] {
  const all: Record<Pointer, readonly string[]> = {
    import: notImported(message),
    // An assertion that fails, be it one of NumPy's, only reports what another has brought about.
    raised: message.startsWith('AssertionError') ? [] : raisedIn(traceback),
    named: namedIn(message),
  };
  const suspects = new Map<string, Suspect>();
  for (const why of POINTERS) {
    for (const library of all[why]) {
      if (!suspects.has(library)) suspects.set(library, { library, why });
    }
  }
  return [...suspects.values()];
}

const NOT_IMPORTED = [
  /No module named '(\w+)/,
  /cannot import name .+ from (?:partially initialized module )?'(\w+)/,
  /Missing optional dependency '(\w+)/,
];

function notImported(message: string): string[] {
  return NOT_IMPORTED.flatMap((pattern) => pattern.exec(message)?.[1] ?? []).map((module) =>
    isStandardLibrary(module) ? PYTHON : module,
  );
}

/** What Python prints between an exception and the one that it led to. */
const LINK =
  /^(?:During handling of the above exception|The above exception was the direct cause)/m;
/** The program's own file in tracebacks. */
const PROGRAM = '__test__.py';

/**
 * The libraries between the program and the exception, the deepest first; Python where only its own
 * files are there.
 */
function raisedIn(traceback: string): string[] {
  const last = traceback.split(LINK).at(-1) ?? '';
  const files = [...last.matchAll(/^ *File "([^"]+)"/gm)].map(([, file = '']) => file);
  const within = files.slice(files.lastIndexOf(PROGRAM) + 1).toReversed();
  const libraries = within.flatMap(
    (file) => /(?:site|dist)-packages[\\/](\w+)/.exec(file)?.[1] ?? [],
  );
  if (libraries.length > 0) return libraries;
  // What has no file (`<frozen importlib._bootstrap>`) or stands between test and program is no one's.
  return within.some((file) => !file.startsWith('<') && !/[\\/]unittest[\\/]/.test(file))
    ? [PYTHON]
    : [];
}

function namedIn(message: string): string[] {
  const modules = [...message.matchAll(/\bmodule '(\w+)/g)].map(([, module = '']) => module);
  const classes = [
    ...message.matchAll(/^(\w+)\.[\w.]+(?=:|$)/g),
    ...message.matchAll(/<class '(\w+)\./g),
  ].map(([, module = '']) => module);
  return [
    ...modules.map((module) => (isStandardLibrary(module) ? PYTHON : module)),
    // A class of the standard library is in many a message that is about something else.
    ...classes.filter((module) => !isStandardLibrary(module)),
    // So NumPy 2 prints its scalars, whatever the program calls NumPy.
    ...(/\bnp\.\w+\(/.test(message) ? ['numpy'] : []),
    // unittest's own methods, some of which Python 3.12 dropped.
    ...(/^AttributeError: '\w+' object has no attribute 'assert[A-Z_]\w+'/.test(message)
      ? [PYTHON]
      : []),
  ];
}
