import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Actor, CheckSummary } from '../../../core/curation/events.js';
import { CancelledError, messageOf, UserError } from '../../../core/errors.js';
import type { RunResult } from '../../../core/engine.js';
import type { InstructionId } from '../../../core/models/instructions.js';
import type { LanguageModel, Message } from '../../../core/models/languageModel.js';
import type { TaskFacts } from '../../../core/models/taskFacts.js';
import type { EngineService } from '../../python/engineService.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';

/** A task file as it is now, and what its tests and gates say of it. */
export interface Examined {
  readonly task: CuratedTask;
  readonly text: string;
  readonly facts: TaskFacts;
  readonly check: CheckSummary | undefined;
}

export interface Wish {
  readonly instruction: InstructionId;
  /** Where the instruction is to translate. */
  readonly language?: string | undefined;
}

/** Called with what goes on, in a few words. */
export type Tell = (what: string) => void;

/** Asks for revisions of tasks, and puts what comes back on record as a proposal. */
export class Proposer {
  constructor(
    private readonly projects: CurationProjects,
    private readonly engines: EngineService,
    private readonly promptsDir: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Looks at a task file, saved first, by its gates and by a run with coverage. */
  async examine(task: CuratedTask, signal?: AbortSignal): Promise<Examined> {
    const saved = await saveTask(task, this.projects);
    const text = textOf(saved);
    const [{ runFactsFor }, { failedTextGates }, { checkSummary }] = await Promise.all([
      import('../../../core/models/taskFacts.js'),
      import('../../../core/curation/gates/textGates.js'),
      import('../../../core/curation/runFacts.js'),
    ]);
    const { project, taskId } = saved;
    const result = await this.#run(text, taskId, signal);
    const silent = failedTextGates(project.project, text, taskId).find(
      ({ gate }) => gate.id === 'mentions',
    );
    const demands = silent?.outcome.places?.map(({ message }) => message).join('\n');
    return {
      ...{ task: saved, text, check: result && checkSummary(result) },
      facts: {
        ...(result && runFactsFor(result, text)),
        ...(demands !== undefined && { demands }),
      },
    };
  }

  /**
   * Has a model revise a task, checks what it proposes, and records both.
   * @returns the proposal's id
   * @throws {UserError} where the model gives no file
   * @throws {CancelledError} once the signal is aborted, unless there is an answer already
   */
  async propose(
    examined: Examined,
    { instruction, language }: Wish,
    model: LanguageModel,
    tell: Tell,
    signal?: AbortSignal,
  ): Promise<string> {
    const { task, text, facts } = examined;
    const [{ promptMessages }, { codeOf }] = await Promise.all([
      import('../../../node/models/promptFiles.js'),
      import('../../../core/models/answerCode.js'),
    ]);
    const values = { file: text, ...facts, ...(language !== undefined && { language }) };
    const folders = [join(task.project.folder, 'prompts'), this.promptsDir];
    const messages = await promptMessages(instruction, values, folders);
    this.log.info(`${task.taskId}: ${model.name} is asked to ${instruction}`);
    let received = 0;
    const answer = await model.answer(messages, {
      signal,
      onText: (piece) => {
        received += piece.length;
        tell(`${received.toLocaleString('en')} characters received`);
      },
      onRetry: (reason) => {
        received = 0;
        tell(`asking again: ${reason}`);
        this.log.info(`${task.taskId}: ${model.name} is asked again: ${reason}`);
      },
    });
    const { name, parameters } = model;
    const askedBy = await this.projects.identity(task.project);
    return this.#record(examined, codeOf(answer), {
      actor: { kind: 'model', name, parameters, askedBy },
      instruction,
      conversation: [...messages, { role: 'assistant', content: answer }],
      ...{ tell, signal },
    });
  }

  /** Makes a proposal of a text that the user brings: a whole file, or an answer with one in it. */
  async paste(
    examined: Examined,
    pasted: string,
    tell: Tell,
    signal?: AbortSignal,
  ): Promise<string> {
    const { codeOf } = await import('../../../core/models/answerCode.js');
    const actor = await this.projects.identity(examined.task.project);
    const conversation = [{ role: 'assistant', content: pasted }] as const;
    return this.#record(examined, codeOf(pasted), {
      ...{ actor, instruction: 'paste', conversation, tell, signal },
    });
  }

  async #record(
    { task, text, check: before }: Examined,
    code: string,
    made: {
      readonly actor: Actor;
      readonly instruction: string;
      readonly conversation: readonly Message[];
      readonly tell: Tell;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<string> {
    const [{ diffTexts }, { eventNow }, { checkSummary }] = await Promise.all([
      import('../../../core/curation/diffs.js'),
      import('../../../core/curation/newEvents.js'),
      import('../../../core/curation/runFacts.js'),
    ]);
    const proposed = text.includes('\r\n') ? code.replaceAll('\n', '\r\n') : code;
    made.tell('running the proposed tests');
    const result = await this.#run(proposed, task.taskId, made.signal);
    const event = {
      ...{ ...eventNow(made.actor, text), type: 'proposed' as const },
      diff: diffTexts(text, proposed),
      instruction: made.instruction,
      conversation: [...made.conversation],
      parting: 'paragraphs' as const,
      ...(before && { before }),
      ...(result && { after: checkSummary(result) }),
    };
    await this.projects.append(task, event);
    return event.id;
  }

  /** A text's tests with coverage; none where it is no task yet, cannot be run, or the user declines. */
  async #run(text: string, taskId: string, signal?: AbortSignal): Promise<RunResult | undefined> {
    const [{ splitTaskFile, ENTRY_POINT }, { programOfFile }] = await Promise.all([
      import('../../../core/taskFile.js'),
      import('../../../core/program.js'),
    ]);
    const timeoutSeconds = vscode.workspace
      .getConfiguration('bigcodebench')
      .get<number>('run.timeout', 240);
    try {
      splitTaskFile(text, taskId);
      const { engine } = await this.engines.use();
      const program = programOfFile(text, ENTRY_POINT);
      return await engine.run(program, { timeoutSeconds, coverage: true }, {}, signal);
    } catch (error) {
      if (error instanceof CancelledError) return undefined;
      if (!(error instanceof UserError)) throw error;
      this.log.info(`${taskId} is not run: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/**
 * A task as it stands once its file is saved: a proposal is made of, and applied to, what is on the
 * disk.
 * @throws {UserError} where the file cannot be saved or is no longer there
 */
export async function saveTask(
  { path, taskId }: CuratedTask,
  projects: CurationProjects,
): Promise<CuratedTask> {
  const document = vscode.workspace.textDocuments.find(({ uri, isDirty }) => {
    return isDirty && uri.scheme === 'file' && uri.fsPath === path;
  });
  if (document) {
    await document.save();
    // Auto save may have been quicker; what counts is that all is on the disk.
    if (document.isDirty) {
      throw new UserError(`${taskId} has unsaved changes that cannot be saved. Save it first.`);
    }
    await projects.reload();
  }
  const task = projects.find(path);
  if (task) return task;
  throw new UserError(`${taskId} is no longer in its project.`);
}
