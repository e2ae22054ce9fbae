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
 * The libraries that a failure points to, the surest first. An assertion that fails points to none,
 * be it one of NumPy's: it only reports what another has brought about.
 * @param message the exception as Python prints it, with its class
 * @param traceback as Python prints it; empty where there is none
 */
export function suspectsOf(message: string, traceback: string): Suspect[] {
  if (message.startsWith('AssertionError')) return [];
  const all: Record<Pointer, readonly string[]> = {
    import: notImported(message),
    raised: raisedIn(traceback, message),
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
 * The libraries between the program and the exception, the deepest first. A program that raises an
 * exception of its own while it handles another says by that one where it comes from.
 */
function raisedIn(traceback: string, message: string): string[] {
  for (const one of traceback.split(LINK).toReversed()) {
    const files = [...one.matchAll(/^ *File "([^"]+)"/gm)].map(([, file = '']) => file);
    const within = files.slice(files.lastIndexOf(PROGRAM) + 1).toReversed();
    const libraries = within.flatMap(
      (file) => /(?:site|dist)-packages[\\/](\w+)/.exec(file)?.[1] ?? [],
    );
    if (libraries.length > 0) return libraries;
    if (within.some(isPythons) && MISUSE.test(message)) return [PYTHON];
  }
  return [];
}

/**
 * Exceptions by which Python's own modules say that they are not what the program takes them for.
 * Of others (values, files, keys) the cause may be whatever came before.
 */
const MISUSE = /^(?:TypeError|AttributeError|NotImplementedError|ImportError|SyntaxError)\b/;

/** Not without a file (`<frozen importlib._bootstrap>`), nor between the test and the program. */
function isPythons(file: string): boolean {
  return !file.startsWith('<') && !/[\\/]unittest[\\/]/.test(file);
}

function namedIn(message: string): string[] {
  const modules = [...message.matchAll(/\bmodule '(\w+)/g)].map(([, module = '']) => module);
  const classes = [
    ...message.matchAll(/^(\w+)\.[\w.]+(?=:|$)/g),
    ...message.matchAll(/<class '(\w+)\./g),
  ].map(([, module = '']) => module);
  // unittest's own methods, some of which Python 3.12 dropped.
  const lacksAssertion = /^AttributeError: '\w+' object has no attribute 'assert[A-Z_]\w+'/;
  return [
    ...modules.map((module) => (isStandardLibrary(module) ? PYTHON : module)),
    // A class of the standard library is in many a message that is about something else.
    ...classes.filter((module) => !isStandardLibrary(module)),
    ...(lacksAssertion.test(message) ? [PYTHON] : []),
  ];
}
