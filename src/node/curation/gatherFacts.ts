import type { Limits } from '../../core/curation/project.js';
import type { RunFact, RunFacts } from '../../core/curation/gates/gate.js';
import { coverageFact, examplesFact } from '../../core/curation/runFacts.js';
import { trivialPrograms } from '../../core/curation/trivialPrograms.js';
import type { Engine, RunOptions, RunResult } from '../../core/engine.js';
import { programOf } from '../../core/program.js';
import type { Task } from '../../core/task.js';

export interface FactSources {
  readonly engine: Engine;
  /** Started when first asked for; the same seeds every time, so that a failure can be seen again. */
  readonly seeded: (hashSeed: number) => Promise<Engine>;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a task in all the ways that gates need. @throws {CancelledError} once the signal is aborted */
export async function gatherFacts(
  task: Task,
  needs: readonly RunFact[],
  limits: Limits,
  sources: FactSources,
): Promise<RunFacts> {
  const needed = new Set(needs);
  const run = (engine: Engine, options: Partial<RunOptions> = {}): Promise<RunResult> => {
    const { timeoutSeconds, signal } = sources;
    const all = { timeoutSeconds, coverage: false, ...options };
    return engine.run(programOf(task), all, {}, signal);
  };
  const [repeats, coverage, examples, trivial] = await Promise.all([
    needed.has('repeats') ? repeated(limits.repeats, sources, run) : undefined,
    needed.has('coverage') ? run(sources.engine, { coverage: true }) : undefined,
    needed.has('examples') ? run(sources.engine, { mode: 'examples' }) : undefined,
    needed.has('trivial') ? trivialOutcomes(task, sources) : undefined,
  ]);
  const covered = coverage && coverageFact(coverage);
  return {
    ...(repeats && { repeats }),
    ...(covered && { coverage: covered }),
    ...(examples && { examples: examplesFact(examples) }),
    ...(trivial && { trivial }),
  };
}

/** The first run as usual, each other one in another order and with another hash seed. */
async function repeated(
  times: number,
  { engine, seeded }: FactSources,
  run: (engine: Engine, options?: Partial<RunOptions>) => Promise<RunResult>,
): Promise<NonNullable<RunFacts['repeats']>> {
  const runs = Array.from({ length: times }, async (_, index) => {
    const result =
      index === 0 ? await run(engine) : await run(await seeded(index), { shuffle: index });
    const label = index === 0 ? 'as written' : `shuffled, hash seed ${String(index)}`;
    return { label, status: result.status, message: result.message };
  });
  return Promise.all(runs);
}

async function trivialOutcomes(
  task: Task,
  { engine, timeoutSeconds, signal }: FactSources,
): Promise<NonNullable<RunFacts['trivial']>> {
  return Promise.all(
    trivialPrograms(task).map(async ({ name, program }) => {
      const options = { timeoutSeconds, coverage: false };
      const { status } = await engine.run(program, options, {}, signal);
      return { name, passes: status === 'pass' };
    }),
  );
}
