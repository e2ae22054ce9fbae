import * as vscode from 'vscode';
import type {
  Gate,
  GateInput,
  OtherTask,
  RunFact,
  RunFacts,
} from '../../core/curation/gates/gate.js';
import type { AskedGate } from '../../core/curation/gates/registry.js';
import type { Stage } from '../../core/curation/stages.js';
import type { Engine } from '../../core/engine.js';
import type { PythonEnvironment } from '../../core/environments/pythonEnvironment.js';
import { UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import { Turns } from '../../core/turns.js';
import type { Gathered } from '../../node/curation/gatherFacts.js';
import type { ResultCache } from '../../node/results/resultCache.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import type { EngineService } from '../python/engineService.js';
import { timeoutSeconds } from '../testing/job.js';
import { working } from '../working.js';
import { textOf, type CuratedTask, type CurationProjects } from './curationProjects.js';

/** What the runs for gates have given, and in what they ran. */
interface GateRun extends Gathered {
  readonly environment: PythonEnvironment;
}

/** A run of which no gate complained. */
interface Passed {
  /** Of what and in what it was. */
  readonly surroundings: string;
  readonly facts: RunFacts;
}

/** Asks gates, running what they need, and marks the places that they complain of. */
export class GateChecks implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('bigcodebench.gates');
  readonly #subscription: vscode.Disposable;
  /** What other tasks are compared by, under the objects that they were read as. */
  readonly #known = new WeakMap<object, OtherTask[]>();
  /** Of runs after which no gate complained, by the task file's path. */
  readonly #passed = new Map<string, Passed>();

  constructor(
    private readonly projects: CurationProjects,
    private readonly datasets: OpenDatasets,
    private readonly engines: EngineService,
    private readonly cache: ResultCache,
  ) {
    // What a gate said of a text says nothing of the next one.
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      this.#problems.delete(document.uri);
    });
  }

  /** The gates of the stage after the task's own. */
  async askNext(task: CuratedTask): Promise<readonly AskedGate[]> {
    const { nextStage } = await import('../../core/curation/stages.js');
    const next = nextStage(task.state.stage);
    if (!next) {
      throw new UserError(`${task.taskId} is ${task.state.stage}, which no stage follows.`);
    }
    return this.ask(task, next, { anew: true });
  }

  /**
   * The gates on the way to a stage, with progress. Nothing is run where none needs it, nor again
   * where all have passed for this very text in this environment or a result is cached, unless
   * `anew`.
   */
  async ask(
    task: CuratedTask,
    to: Stage,
    { anew }: { readonly anew: boolean } = { anew: false },
  ): Promise<readonly AskedGate[]> {
    const { askGates, gatesOf } = await import('../../core/curation/gates/registry.js');
    const gates = gatesOf(task.project.project, task.state.stage, to);
    const input = await this.#input(task, gates);
    const needs = [...new Set(gates.flatMap((gate) => gate.needs))];
    if (needs.length === 0 || !input.task) return askGates(gates, input);
    const known = input.task;
    const passed = anew ? undefined : this.#passed.get(task.path);
    if (passed && needs.every((fact) => passed.facts[fact])) {
      const { environment } = await this.engines.use();
      const isSame = passed.surroundings === surroundingsOf(input, environment);
      if (isSame) return askGates(gates, { ...input, facts: passed.facts });
    }
    const { facts, ...run } = await working(`Checking the gates of ${task.taskId}`, (_, signal) =>
      this.#run(known, input, needs, !anew, signal),
    );
    const asked = askGates(gates, { ...input, facts });
    if (asked.every(({ outcome }) => outcome.outcome === 'pass')) {
      const surroundings = surroundingsOf(input, run.environment);
      this.#passed.set(task.path, { surroundings, facts });
    } else {
      this.#passed.delete(task.path);
    }
    await this.#record(task, asked, run);
    return asked;
  }

  /** Marks in the editor what gates complain of. */
  showPlaces({ path, text = '' }: CuratedTask, asked: readonly AskedGate[]): void {
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path);
    const positionAt = (offset: number): vscode.Position =>
      document?.positionAt(offset) ?? positionIn(text, offset);
    const problems = asked.flatMap(({ gate, outcome: { places = [] } }) =>
      places.map(({ from, to, message }) => {
        const range = new vscode.Range(positionAt(from), positionAt(to));
        const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
        problem.source = `BigCodeBench: ${gate.title}`;
        return problem;
      }),
    );
    this.#problems.set(vscode.Uri.file(path), problems);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
  }

  async #input(task: CuratedTask, gates: readonly Gate[]): Promise<GateInput> {
    const [{ taskIn }, { nearDuplicate }] = await Promise.all([
      import('../../core/curation/gates/textGates.js'),
      import('../../core/curation/gates/nearDuplicate.js'),
    ]);
    const text = textOf(task);
    return {
      text,
      task: taskIn(text, task.taskId),
      events: task.record.events,
      limits: task.project.project.limits,
      facts: {},
      others: gates.includes(nearDuplicate) ? await this.#others(task) : [],
    };
  }

  /** The other tasks of the projects, and those of open datasets that are no task of a project. */
  async #others({ path }: CuratedTask): Promise<readonly OtherTask[]> {
    const [{ taskIn }, { wordRuns }] = await Promise.all([
      import('../../core/curation/gates/textGates.js'),
      import('../../core/curation/similarity.js'),
    ]);
    // A project of a thousand tasks would take a second every time.
    const remembered = (key: object, compile: () => Task | undefined): OtherTask[] => {
      const known = this.#known.get(key);
      if (known) return known;
      const task = compile();
      const runs = task && wordRuns(task.completePrompt + task.canonicalSolution);
      const other = runs ? [{ taskId: task.taskId, wordRuns: runs }] : [];
      this.#known.set(key, other);
      return other;
    };
    const own = this.projects.tasks.filter((other) => other.path !== path);
    const open = this.datasets.all.flatMap(({ dataset }) =>
      dataset.tasks.filter(
        // How near a text comes to a hidden task would tell of its solution.
        (entry) => !entry.hiddenBy && entry.path !== path && !this.projects.find(entry.path ?? ''),
      ),
    );
    return [
      ...own.flatMap((one) => remembered(one, () => taskIn(one.text ?? '', one.taskId))),
      ...open.flatMap(({ task }) => remembered(task, () => task)),
    ];
  }

  async #run(
    task: Task,
    { limits }: GateInput,
    needs: readonly RunFact[],
    usesCache: boolean,
    signal: AbortSignal,
  ): Promise<GateRun> {
    const { gatherFacts } = await import('../../node/curation/gatherFacts.js');
    const { engine, environment } = await this.engines.use();
    const seeded = new Map<number, Promise<Engine>>();
    try {
      const gathered = await gatherFacts(task, needs, limits, {
        engine,
        seeded: (hashSeed) => {
          const known = seeded.get(hashSeed) ?? this.engines.startSeeded(hashSeed);
          seeded.set(hashSeed, known);
          return known;
        },
        turns: new Turns(),
        timeoutSeconds: timeoutSeconds(),
        cache: this.cache,
        usesCache,
        signal,
      });
      return { ...gathered, environment };
    } finally {
      void this.cache.tidy();
      for (const one of await Promise.allSettled(seeded.values())) {
        if (one.status === 'fulfilled') one.value.dispose();
      }
    }
  }

  async #record(
    task: CuratedTask,
    asked: readonly AskedGate[],
    { check, environment }: Omit<GateRun, 'facts'>,
  ): Promise<void> {
    const [{ eventNow }, { environmentText, recordedGates }] = await Promise.all([
      import('../../core/curation/newEvents.js'),
      import('../../core/curation/runFacts.js'),
    ]);
    await this.projects.append(task, {
      ...eventNow(await this.projects.identity(task.project), textOf(task)),
      type: 'checked',
      ...(check && { check }),
      gates: recordedGates(asked),
      environment: environmentText(environment),
    });
  }
}

/** All that the facts of a run depend on. */
function surroundingsOf({ text, limits }: GateInput, environment: PythonEnvironment): string {
  return JSON.stringify([text, limits, environment]);
}

function positionIn(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}
