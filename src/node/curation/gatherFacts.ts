import type { Limits } from '../../core/curation/project.js';
import type { RunFact, RunFacts } from '../../core/curation/gates/gate.js';
import type { CheckSummary } from '../../core/curation/events.js';
import { checkSummary, coverageFact, examplesFact } from '../../core/curation/runFacts.js';
import { trivialPrograms } from '../../core/curation/trivialPrograms.js';
import type { Engine, Program, RunOptions, RunResult } from '../../core/engine.js';
import { programOf } from '../../core/program.js';
import type { Task } from '../../core/task.js';
import type { Turns } from '../../core/turns.js';
import { CachedRuns } from '../results/cachedRuns.js';
import type { ResultCache } from '../results/resultCache.js';

export interface FactSources {
  readonly engine: Engine;
  /** Started when first asked for; the same seeds every time, so that a failure can be seen again. */
  readonly seeded: (hashSeed: number) => Promise<Engine>;
  /** The engines' turns: each keeps as many cores busy as the user allows to all. */
  readonly turns: Turns;
  /** The results of earlier runs, and where those of these are kept. */
  readonly cache: ResultCache;
  /** Whether a cached result takes the place of a run. */
  readonly usesCache: boolean;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** What runs of a task have given. */
export interface Gathered {
  readonly facts: RunFacts;
  /** Of its own tests; absent where no gate needed them. */
  readonly check?: CheckSummary;
  readonly runs: RunCount;
}

/** How many runs there would be without the cache, and how many of them it has spared. */
export interface RunCount {
  readonly total: number;
  readonly cached: number;
}

/**
 * Runs a task in all the ways that gates need. What has a cached result is not run, but for the
 * repeats: they are to show whether the tests pass every time.
 * @throws {CancelledError} once the signal is aborted
 */
export async function gatherFacts(
  task: Task,
  needs: readonly RunFact[],
  limits: Limits,
  sources: FactSources,
): Promise<Gathered> {
  const needed = new Set(needs);
  const { engine, turns, cache, usesCache, timeoutSeconds, signal } = sources;
  const recalling = new CachedRuns(engine, cache, usesCache);
  const run = async (program: Program, options?: Partial<RunOptions>): Promise<RunResult> => {
    const all = { timeoutSeconds, coverage: false, ...options };
    const { result } = await turns.take(engine, () => recalling.run(program, all, {}, signal));
    return result;
  };
  const own = programOf(task);
  const [repeats, coverage, examples, trivial] = await Promise.all([
    needed.has('repeats') ? repeated(own, limits.repeats, sources) : undefined,
    needed.has('coverage') ? run(own, { coverage: true }) : undefined,
    needed.has('examples') ? run(own, { mode: 'examples' }) : undefined,
    needed.has('trivial') ? trivialOutcomes(task, run) : undefined,
  ]);
  const covered = coverage && coverageFact(coverage);
  const checked = coverage ?? repeats?.[0]?.result;
  const total = [coverage, examples, ...(repeats ?? []), ...(trivial ?? [])].filter(Boolean).length;
  return {
    facts: {
      ...(repeats && { repeats: repeats.map(repeatFact) }),
      ...(covered && { coverage: covered }),
      ...(examples && { examples: examplesFact(examples) }),
      ...(trivial && { trivial }),
    },
    ...(checked && { check: checkSummary(checked) }),
    runs: { total, cached: recalling.recalled },
  };
}

interface Repeat {
  readonly label: string;
  readonly result: RunResult;
}

/** The first run as usual, each other one in another order and with another hash seed. */
async function repeated(
  program: Program,
  times: number,
  { engine, seeded, turns, cache, timeoutSeconds, signal }: FactSources,
): Promise<readonly Repeat[]> {
  const options = { timeoutSeconds, coverage: false };
  // Only what is run as usual says something of other runs, and it is news.
  const anew = new CachedRuns(engine, cache, false);
  const runs = Array.from({ length: times }, async (_, seed) => {
    if (seed === 0) {
      const { result } = await turns.take(engine, () => anew.run(program, options, {}, signal));
      return { label: 'as written', result };
    }
    const shuffling = await seeded(seed);
    const result = await turns.take(shuffling, () =>
      shuffling.run(program, { ...options, shuffle: seed }, {}, signal),
    );
    return { label: `shuffled, hash seed ${String(seed)}`, result };
  });
  return Promise.all(runs);
}

function repeatFact({ label, result: { status, message } }: Repeat) {
  return { label, status, message };
}

async function trivialOutcomes(
  task: Task,
  run: (program: Program) => Promise<RunResult>,
): Promise<NonNullable<RunFacts['trivial']>> {
  return Promise.all(
    trivialPrograms(task).map(async ({ name, program }) => {
      const { status } = await run(program);
      return { name, passes: status === 'pass' };
    }),
  );
}
