import * as v from 'valibot';
import { CauseSchema } from '../../shared/engineProtocol.js';
import { formatQuantity } from '../../shared/numbers.js';
import { countsOf } from '../countsOf.js';
import type { Task } from '../task.js';
import { causeText } from '../verdict.js';
import type { RunResult } from '../engine.js';
import type { AskedModels, EventOf } from './events.js';
import { fenced, table } from '../markdown.js';

/** What models' answers to a task say of the task. */
export interface PreEvaluation {
  readonly samples: number;
  readonly passed: number;
  /** How many samples failed each test, by the test's name; tests that none failed are left out. */
  readonly failures: Readonly<Record<string, number>>;
  /** How many samples failed without failing a test, as one with a syntax error, by the cause. */
  readonly failedNoTest: Readonly<Record<string, number>>;
  readonly flags: readonly Flag[];
}

export interface Flag {
  /** `too-easy`: all pass. `same-failure`: all fail one and the same assertion. */
  readonly kind: 'too-easy' | 'same-failure';
  readonly message: string;
}

/** Below this many samples, what they have in common may be chance. */
const FEWEST_SAMPLES = 3;

/**
 * Judges a task by samples' results. Where all fail the same assertion, either the prompt does not
 * say what is asserted or the test is wrong; runs that say nothing of the code count for nothing.
 */
export function preEvaluate(task: Task, results: readonly RunResult[]): PreEvaluation {
  const judged = results.filter(({ cause }) => cause !== 'infrastructure');
  const passed = judged.filter(({ status }) => status === 'pass').length;
  const failures = failuresByTest(judged);
  return {
    samples: judged.length,
    passed,
    failures,
    failedNoTest: failedNoTest(judged),
    flags: judged.length < FEWEST_SAMPLES ? [] : flagsOf(task, judged, passed),
  };
}

function failuresByTest(results: readonly RunResult[]): Record<string, number> {
  return Object.fromEntries(countsOf(results.flatMap(failedTests)));
}

function failedNoTest(results: readonly RunResult[]): Record<string, number> {
  const causes = results.flatMap((result) =>
    failedTests(result).length === 0 ? (result.cause ?? []) : [],
  );
  return Object.fromEntries(countsOf(causes));
}

/** The names of the tests that a run has failed. */
export function failedTests({ tests }: RunResult): readonly string[] {
  return tests
    .filter(({ status }) => status === 'fail' || status === 'error')
    .map(({ name }) => name);
}

function flagsOf(task: Task, results: readonly RunResult[], passed: number): Flag[] {
  if (passed === results.length) {
    return [
      {
        kind: 'too-easy',
        message: `All ${results.length} samples pass: the task may be too easy.`,
      },
    ];
  }
  if (passed > 0) return [];
  const [first, ...others] = results.map(assertionsFailed);
  const common = [...(first ?? [])].filter((one) => others.every((set) => set.has(one)));
  return common.map((assertion) => {
    const [test = '', message = ''] = assertion.split('\n');
    return {
      kind: 'same-failure',
      message: `All ${results.length} samples fail ${test} alike (${message}). ${phraseText(task, message)}`,
    };
  });
}

/** A run's failed assertions, each as the test's name and the message. */
function assertionsFailed({ tests }: RunResult): ReadonlySet<string> {
  return new Set(
    tests
      .filter(({ status }) => status === 'fail')
      .map(({ name, message }) => `${name}\n${message.split('\n')[0] ?? ''}`),
  );
}

function phraseText(task: Task, message: string): string {
  const phrase = phraseOf(task, message);
  return phrase === undefined
    ? 'No phrase of the prompt speaks of the value.'
    : `The prompt says: “${phrase}”.`;
}

/**
 * The sentence of the prompt that speaks of a value which an assertion names: a quoted text, a
 * number with more than one digit, or the name of an exception.
 */
export function phraseOf({ docStruct }: Task, message: string): string | undefined {
  const values = [...message.matchAll(/'([^']{2,})'|"([^"]{2,})"|\b(\d[\d.]+)\b|\b(\w+Error)\b/g)];
  const wanted = values.map(([all, ...groups]) => groups.find(Boolean) ?? all);
  const { description, notes, params, returns, raises } = docStruct;
  const lines = [description.join(' '), ...notes, ...params, ...returns, ...raises];
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s+/));
  return sentences.find((sentence) => wanted.some((value) => sentence.includes(value)));
}

/** What a record says of a pre-evaluation, as Markdown. */
export function preEvaluationReport(
  taskId: string,
  { samples, passed, failures, failedNoTest = {}, flags, asked }: EventOf<'pre-evaluated'>,
): string {
  const failed = Object.entries(failures).toSorted(([, a], [, b]) => b - a);
  const lines = [
    `# Pre-evaluation of ${taskId}`,
    '',
    `${passed} of ${samples} samples pass (${share(passed, samples)}).`,
    ...flags.flatMap((flag) => ['', `**${flag}**`]),
    ...(asked ? modelTable(asked) : []),
    ...(failed.length === 0 ? [] : ['', ...failuresTable(failed, samples)]),
    ...noTestLines(failedNoTest),
    ...(asked ? answerSections(asked) : []),
  ];
  return `${lines.join('\n')}\n`;
}

function failuresTable(
  failed: readonly (readonly [test: string, count: number])[],
  samples: number,
): readonly string[] {
  const rows = failed.map(([test, count]) => [test, `${count} (${share(count, samples)})`]);
  return table(['test', 'fails for'], rows);
}

/** Without it the failures by test would not add up to the samples that fail. */
function noTestLines(failedNoTest: Readonly<Record<string, number>>): readonly string[] {
  const byCause = Object.entries(failedNoTest).toSorted(([, a], [, b]) => b - a);
  const count = byCause.reduce((sum, [, samples]) => sum + samples, 0);
  if (count === 0) return [];
  const causes = byCause.map(([cause, samples]) => {
    // A record may have the causes of a newer version.
    const words = v.is(CauseSchema, cause) ? causeText(cause).toLowerCase() : cause;
    return `${words} (${samples})`;
  });
  const fail = count === 1 ? 'fails' : 'fail';
  return [
    '',
    `${formatQuantity(count, 'sample')} ${fail} without failing a test: ${causes.join(', ')}.`,
  ];
}

function modelTable({ prompt, models, answers }: AskedModels): string[] {
  const rows = models.map(({ name, parameters }) => {
    const own = answers.filter(({ model, status }) => model === name && status !== undefined);
    const passed = own.filter(({ status }) => status === 'pass').length;
    const told = Object.entries(parameters).map(([key, value]) => `${key} ${String(value)}`);
    return [name, told.join(', '), `${passed} of ${own.length} (${share(passed, own.length)})`];
  });
  const title = prompt === 'complete' ? 'Complete' : 'Instruct';
  return [
    '',
    `The models were given the ${title} prompt.`,
    '',
    ...table(['model', 'asked with', 'pass'], rows),
  ];
}

function answerSections({ answers }: AskedModels): string[] {
  return answers.flatMap(({ model, code, status, failed = [], reason }, index) => [
    '',
    `## Answer ${index + 1}: ${model}, ${status ?? 'not run'}`,
    ...(failed.length === 0 ? [] : ['', `Fails ${failed.join(', ')}.`]),
    ...(reason === undefined ? [] : ['', reason]),
    ...(code === undefined ? [] : ['', ...fenced(code, 'python')]),
  ]);
}

function share(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(0)} %`;
}
