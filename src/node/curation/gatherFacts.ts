import type { Limits } from '../../core/curation/project.js';
import type { RunFact, RunFacts } from '../../core/curation/gates/gate.js';
import type { CheckSummary } from '../../core/curation/events.js';
import { checkSummary, coverageFact, examplesFact } from '../../core/curation/runFacts.js';
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

/** What runs of a task have given. */
export interface Gathered {
  readonly facts: RunFacts;
  /** Of its own tests; absent where no gate needed them. */
  readonly check?: CheckSummary;
}

/** Runs a task in all the ways that gates need. @throws {CancelledError} once the signal is aborted */
export async function gatherFacts(
  task: Task,
  needs: readonly RunFact[],
  limits: Limits,
  sources: FactSources,
): Promise<Gathered> {
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
  const checked = coverage ?? repeats?.[0]?.result;
  return {
    facts: {
      ...(repeats && { repeats: repeats.map(repeatFact) }),
      ...(covered && { coverage: covered }),
      ...(examples && { examples: examplesFact(examples) }),
      ...(trivial && { trivial }),
    },
    ...(checked && { check: checkSummary(checked) }),
  };
}

interface Repeat {
  readonly label: string;
  readonly result: RunResult;
}

/** The first run as usual, each other one in another order and with another hash seed. */
async function repeated(
  times: number,
  { engine, seeded }: FactSources,
  run: (engine: Engine, options?: Partial<RunOptions>) => Promise<RunResult>,
): Promise<readonly Repeat[]> {
  const runs = Array.from({ length: times }, async (_, index) => {
    const result =
      index === 0 ? await run(engine) : await run(await seeded(index), { shuffle: index });
    const label = index === 0 ? 'as written' : `shuffled, hash seed ${String(index)}`;
    return { label, result };
  });
  return Promise.all(runs);
}

function repeatFact({ label, result: { status, message } }: Repeat) {
  return { label, status, message };
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
