/** What a task can start from besides an empty page: drafts, and seeds as the ODEX data set has them. */
import * as v from 'valibot';
import { UserError } from '../errors.js';
import { usedLibraries } from '../libs.js';
import { definitionsIn, endOfLine, parsePython } from '../pythonTree.js';
import { ENTRY_POINT } from '../taskFile.js';

/** A task file to begin with. */
export interface Start {
  /** As the source names it. */
  readonly id: string;
  readonly kind: 'draft' | 'seed';
  /** In one line, to choose from. */
  readonly title: string;
  /** What its code uses, to choose by. */
  readonly libraries: readonly string[];
  /** The task file's first text; a draft has no tests yet. */
  readonly text: string;
}

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** A function with a docstring, as GPT-4 wrote them from seeds. */
const DraftSchema = v.object({
  task_id: id,
  prompt: v.pipe(v.string(), v.includes('"""')),
  canonical_solution: v.string(),
  entry_point: v.string(),
});

/** One line of intent and the snippet that fulfils it; ODEX wraps the snippet into a function. */
const SeedSchema = v.object({
  task_id: v.optional(id),
  question_id: v.optional(id),
  intent: v.pipe(v.string(), v.nonEmpty()),
  rewritten_intent: v.nullish(v.string()),
  snippet: v.optional(v.string()),
  prompt: v.optional(v.string()),
  canonical_solution: v.optional(v.string()),
  suffix: v.optional(v.string()),
  library: v.optional(v.array(v.string()), []),
});
type Seed = v.InferOutput<typeof SeedSchema>;

/** Rows that start a task, and why others do not. */
export interface Starts {
  readonly starts: readonly Start[];
  /** By their places in the file: `line 3`, or `row 3` of a list. */
  readonly refused: readonly { readonly place: string; readonly reason: string }[];
}

/** A row as it was read, and where. */
interface Row {
  readonly value: unknown;
  /** 1-based. */
  readonly number: number;
  readonly place: string;
}

/**
 * Reads drafts or seeds: a JSON list, or one JSON object a line.
 * @throws {UserError} where the text is neither
 */
export function readStarts(text: string, file: string): Starts {
  const starts: Start[] = [];
  const refused: { place: string; reason: string }[] = [];
  const places = new Map<string, string>();
  for (const { value, number, place } of rowsOf(text, file)) {
    const start = startOf(value, number);
    if (typeof start === 'string') {
      refused.push({ place, reason: start });
      continue;
    }
    const first = places.get(start.id);
    if (first !== undefined) {
      refused.push({ place, reason: `its id, ${start.id}, is that of ${first} already` });
      continue;
    }
    places.set(start.id, place);
    starts.push(start);
  }
  return { starts, refused };
}

/** A selection of any code, as the body of a new task; what it imports goes above. */
export function startFromCode(code: string): string {
  const { imports, rest } = liftImports(dedent(code));
  return seedFile('Say what this code does.', imports, rest.split('\n'));
}

/** The import statements of a module's top level, however many lines each takes, and all else. */
function liftImports(code: string): { readonly imports: readonly string[]; readonly rest: string } {
  const imports: string[] = [];
  let rest = '';
  let at = 0;
  for (const { from, to } of parsePython(code).topNode.getChildren('ImportStatement')) {
    const end = endOfLine(code, to);
    imports.push(code.slice(from, end));
    rest += code.slice(at, from);
    at = end + 1;
  }
  return { imports, rest: rest + code.slice(at) };
}

function rowsOf(text: string, file: string): readonly Row[] {
  const whole = parseJson(text);
  if (Array.isArray(whole)) {
    return whole.map((value: unknown, index) => ({
      ...{ value, number: index + 1, place: `row ${index + 1}` },
    }));
  }
  return text.split('\n').flatMap((line, index): Row[] => {
    if (line.trim() === '') return [];
    const place = `line ${index + 1}`;
    const value = parseJson(line);
    if (value !== undefined) return [{ value, number: index + 1, place }];
    throw new UserError(
      `${file}, ${place}: expected a JSON list of drafts or seeds, or one JSON object a line.`,
    );
  });
}

function startOf(row: unknown, place: number): Start | string {
  const draft = v.safeParse(DraftSchema, row);
  if (draft.success) return startOfDraft(draft.output);
  const seed = v.safeParse(SeedSchema, row);
  if (seed.success) return startOfSeed(seed.output, place);
  return 'expected a draft (task_id, prompt with a docstring, canonical_solution, entry_point) or a seed (intent, and snippet or canonical_solution)';
}

function startOfDraft(draft: v.InferOutput<typeof DraftSchema>): Start | string {
  const { task_id: name, prompt, canonical_solution: solution, entry_point: entryPoint } = draft;
  if (!/^[A-Za-z_]\w*$/.test(entryPoint)) {
    return `entry_point: expected a function’s name in letters, digits and _, not “${entryPoint}”`;
  }
  const own = new RegExp(`\\b${entryPoint}\\b`, 'g');
  const text = `${`${prompt}${solution}`.replace(own, ENTRY_POINT).trimEnd()}\n`;
  const [, description = ''] = /"""\s*([^\n]*)/.exec(prompt) ?? [];
  return { id: name, kind: 'draft', title: description.trim(), libraries: librariesOf(text), text };
}

function librariesOf(text: string): readonly string[] {
  return usedLibraries(parsePython(text), text, text.length);
}

function startOfSeed(seed: Seed, place: number): Start | string {
  const intent = (seed.rewritten_intent ?? seed.intent).trim();
  const name = seed.task_id ?? seed.question_id ?? `seed-${place}`;
  const imports = seed.library.map((library) => `import ${library}`);
  const text = wrappedSeed(seed, intent, imports) ?? snippetSeed(seed, intent, imports);
  if (text === undefined) return 'expected a snippet or a canonical_solution';
  return { id: name, kind: 'seed', title: intent, libraries: librariesOf(text), text };
}

/** ODEX's own form: the snippet inside the head and the end of a function. */
function wrappedSeed(
  { prompt, canonical_solution: solution, suffix = '' }: Seed,
  intent: string,
  imports: readonly string[],
): string | undefined {
  if (prompt === undefined || solution === undefined) return undefined;
  const program = `${prompt}${solution}${suffix}`.replaceAll('\t', '    ');
  const [definition] = definitionsIn(parsePython(program).topNode, program);
  if (definition?.kind !== 'function') return undefined;
  const parameters = definition.node.getChild('ParamList');
  const body = definition.node.getChild('Body');
  if (!parameters || !body) return undefined;
  const lines = dedent(program.slice(body.from + 1, body.to).replace(/^\s*\n/, '')).split('\n');
  const above = liftImports(program.slice(0, definition.node.from).trim());
  return seedFile(
    intent,
    [...imports, ...above.imports, above.rest.trim()],
    lines,
    program.slice(parameters.from, parameters.to),
  );
}

function snippetSeed(
  { snippet, canonical_solution: solution }: Seed,
  intent: string,
  imports: readonly string[],
): string | undefined {
  const code = snippet ?? solution;
  return code === undefined ? undefined : seedFile(intent, imports, dedent(code).split('\n'));
}

function seedFile(
  intent: string,
  above: readonly string[],
  body: readonly string[],
  parameters = '()',
): string {
  const head = [...new Set(above.filter((code) => code !== ''))];
  const lines = [
    ...head,
    ...(head.length > 0 ? ['', ''] : []),
    `def ${ENTRY_POINT}${parameters}:`,
    ...['"""', intent.replaceAll('"""', "'''"), '"""', ...body].map((line) =>
      line.trim() === '' ? '' : `    ${line}`,
    ),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function dedent(code: string): string {
  const lines = code.replaceAll('\r\n', '\n').trimEnd().split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return lines
    .map((line) => line.slice(Number.isFinite(common) ? common : 0))
    .join('\n')
    .trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
