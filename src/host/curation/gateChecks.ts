import * as vscode from 'vscode';
import type { GateInput, OtherTask, RunFact, RunFacts } from '../../core/curation/gates/gate.js';
import type { AskedGate } from '../../core/curation/gates/registry.js';
import type { Stage } from '../../core/curation/events.js';
import type { Engine } from '../../core/engine.js';
import { UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import { abortController } from '../../node/abort.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import type { EngineService } from '../python/engineService.js';
import { textOf, type CuratedTask, type CurationProjects } from './curationProjects.js';

/** Asks gates, running what they need, and marks the places that they complain of. */
export class GateChecks implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('bigcodebench.gates');
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly projects: CurationProjects,
    private readonly datasets: OpenDatasets,
    private readonly engines: EngineService,
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
    if (!next)
      throw new UserError(`${task.taskId} has no stage before it: it is ${task.state.stage}.`);
    return this.ask(task, next);
  }

  /** The gates on the way to a stage, with progress; nothing is run where none needs it. */
  async ask(task: CuratedTask, to: Stage): Promise<readonly AskedGate[]> {
    const { askGates, gatesOf } = await import('../../core/curation/gates/registry.js');
    const gates = gatesOf(task.project.project, task.state.stage, to);
    const input = await this.#input(task);
    const needs = [...new Set(gates.flatMap((gate) => gate.needs))];
    if (needs.length === 0 || !input.task) return askGates(gates, input);
    const known = input.task;
    const facts = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: `Checking the gates of ${task.taskId}`,
        cancellable: true,
      },
      (_, token) => this.#facts(known, input, needs, token),
    );
    const asked = askGates(gates, { ...input, facts });
    await this.#record(task, asked);
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

  async #input(task: CuratedTask): Promise<GateInput> {
    const { splitTaskFile } = await import('../../core/taskFile.js');
    const text = textOf(task);
    const read = (source: string, id: string): Task | undefined => {
      try {
        return splitTaskFile(source, id);
      } catch (error) {
        if (error instanceof UserError) return undefined;
        throw error;
      }
    };
    const own = this.projects.tasks.flatMap((other): Task[] => {
      const compiled = other.path === task.path ? undefined : read(other.text ?? '', other.taskId);
      return compiled ? [compiled] : [];
    });
    return {
      text,
      task: read(text, task.taskId),
      events: task.record.events,
      limits: task.project.project.limits,
      facts: {},
      others: await this.#others(own, task.path),
    };
  }

  async #others(own: readonly Task[], path: string): Promise<readonly OtherTask[]> {
    const { wordRuns } = await import('../../core/curation/similarity.js');
    const open = this.datasets.all.flatMap(({ dataset }) =>
      dataset.tasks.filter(
        // How near a text comes to a hidden task would tell of its solution.
        (entry) => !entry.hiddenBy && entry.path !== path && !this.projects.find(entry.path ?? ''),
      ),
    );
    return [...own, ...open.map(({ task }) => task)].map((task) => ({
      taskId: task.taskId,
      wordRuns: wordRuns(task.completePrompt + task.canonicalSolution),
    }));
  }

  async #facts(
    task: Task,
    { limits }: GateInput,
    needs: readonly RunFact[],
    token: vscode.CancellationToken,
  ): Promise<RunFacts> {
    const { gatherFacts } = await import('../../node/curation/gatherFacts.js');
    const { engine } = await this.engines.use();
    const abort = abortController();
    token.onCancellationRequested(() => {
      abort.abort();
    });
    const seeded = new Map<number, Promise<Engine>>();
    try {
      return await gatherFacts(task, needs, limits, {
        engine,
        seeded: (hashSeed) => {
          const known = seeded.get(hashSeed) ?? this.engines.startSeeded(hashSeed);
          seeded.set(hashSeed, known);
          return known;
        },
        timeoutSeconds: vscode.workspace
          .getConfiguration('bigcodebench')
          .get<number>('run.timeout', 240),
        signal: abort.signal,
      });
    } finally {
      for (const one of await Promise.allSettled(seeded.values())) {
        if (one.status === 'fulfilled') one.value.dispose();
      }
    }
  }

  async #record(task: CuratedTask, asked: readonly AskedGate[]): Promise<void> {
    const { eventNow } = await import('../../core/curation/newEvents.js');
    await this.projects.append(task, {
      ...eventNow(await this.projects.identity(task.project), textOf(task)),
      type: 'checked',
      gates: asked.map(({ gate, outcome: { outcome, message } }) => ({
        ...{ gate: gate.id, outcome, message },
      })),
    });
  }
}

function positionIn(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}
