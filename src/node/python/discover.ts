import { realpath } from 'node:fs/promises';
import {
  INTERPRETER_KINDS,
  unusable,
  type FoundInterpreter,
  type InterpreterKind,
} from '../../core/environments/interpreter.js';
import { mapConcurrently } from '../../core/concurrently.js';
import { messageOf } from '../../core/errors.js';
import { interpreterCandidates, type Candidate, type Places } from './places.js';
import { probeInterpreter } from './probe.js';
import { brokenEnvironment, environmentOf } from './virtualEnvironment.js';

/** An interpreter that can run tasks. */
export interface UsableInterpreter extends FoundInterpreter {
  readonly kind: InterpreterKind;
}

/** One that cannot. */
export interface UnusableInterpreter {
  readonly path: string;
  readonly kind: InterpreterKind;
  readonly problem: string;
}

/** What has been found so far, in the order of the candidates. */
export interface Discovery {
  readonly usable: readonly UsableInterpreter[];
  readonly unusable: readonly UnusableInterpreter[];
}

const AT_ONCE = 4;

/**
 * Looks for interpreters and asks each which of `modules` it can find. An installation or
 * environment that has several paths is found once.
 *
 * @param more candidates from elsewhere
 * @param onFound called with all that is known whenever one has answered
 */
export async function discoverInterpreters(
  places: Places,
  more: readonly Candidate[],
  modules: readonly string[],
  onFound: (discovery: Discovery) => void,
  signal?: AbortSignal,
): Promise<Discovery> {
  const candidates = await distinct(
    [...more, ...(await interpreterCandidates(places))].sort((a, b) => rank(a) - rank(b)),
  );
  const answers: (Answer | undefined)[] = candidates.map(() => undefined);
  await mapConcurrently([...candidates.entries()], AT_ONCE, async ([index, candidate]) => {
    if (signal?.aborted) return;
    answers[index] = await ask(candidate, modules);
    if (answers[index] && !signal?.aborted) onFound(inOrder(answers));
  });
  return inOrder(answers);
}

function rank({ kind }: Candidate): number {
  return INTERPRETER_KINDS.indexOf(kind);
}

/** What a candidate turned out to be, and what it has in common with every other path to it. */
type Answer = { readonly identity: string } & (
  { readonly usable: UsableInterpreter } | { readonly unusable: UnusableInterpreter }
);

async function ask(
  { path, kind }: Candidate,
  modules: readonly string[],
): Promise<Answer | undefined> {
  try {
    const found = await probeInterpreter(path, modules);
    const folder = await realpath(found.prefix).catch(() => found.prefix);
    const identity = `${folder}\0${found.version}`;
    const problem = unusable(found.version);
    return problem === undefined
      ? { identity, usable: { ...found, kind } }
      : { identity, unusable: { path: found.path, kind, problem } };
  } catch (error) {
    // A stand-in on the PATH is no news; an environment that is broken is.
    if (brokenEnvironment(path) === undefined) return undefined;
    return { identity: path, unusable: { path, kind, problem: messageOf(error) } };
  }
}

function inOrder(answers: readonly (Answer | undefined)[]): Discovery {
  const distinctAnswers = new Map<string, Answer>();
  for (const answer of answers) {
    if (answer && !distinctAnswers.has(answer.identity)) {
      distinctAnswers.set(answer.identity, answer);
    }
  }
  const all = [...distinctAnswers.values()];
  return {
    usable: all.flatMap((answer) => ('usable' in answer ? [answer.usable] : [])),
    unusable: all.flatMap((answer) => ('unusable' in answer ? [answer.unusable] : [])),
  };
}

/** Candidates that exist, by what their paths lead to; a virtual environment's leads out of it and stands for itself. */
async function distinct(candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const byPath = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = environmentOf(candidate.path)
      ? candidate.path
      : await realpath(candidate.path).catch(() => undefined);
    if (key !== undefined && !byPath.has(key)) byPath.set(key, candidate);
  }
  return [...byPath.values()];
}
