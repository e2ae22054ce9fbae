import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Actor, CheckSummary, RecordedGate } from '../../../core/curation/events.js';
import { CancelledError, messageOf, UserError } from '../../../core/errors.js';
import type { RunOptions, RunResult } from '../../../core/engine.js';
import type { InstructionId } from '../../../core/models/instructions.js';
import type { LanguageModel, Message } from '../../../core/models/languageModel.js';
import type { TaskFacts } from '../../../core/models/taskFacts.js';
import type { ProblemCode } from '../../../core/structure/problems.js';
import { formatCount } from '../../../shared/numbers.js';
import type { EngineService } from '../../python/engineService.js';
import { timeoutSeconds } from '../../testing/job.js';
import type { Tell } from '../../working.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';

/** A task file as it is now, and what its tests and gates say of it. */
export interface Examined {
  readonly task: CuratedTask;
  readonly text: string;
  readonly facts: TaskFacts;
  /** What its structure has not. */
  readonly lacks: ReadonlySet<ProblemCode>;
  readonly check: CheckSummary | undefined;
  readonly gates: readonly RecordedGate[];
}

export interface Wish {
  readonly instruction: InstructionId;
  /** Where the instruction is to translate. */
  readonly language?: string | undefined;
}

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
    const saved = await this.projects.saved(task);
    const text = textOf(saved);
    const [{ gateFactsFor, runFactsFor }, { structureProblems }] = await Promise.all([
      import('../../../core/models/taskFacts.js'),
      import('../../../core/structure/problems.js'),
    ]);
    const { result, asked, ...checks } = await this.#check(text, saved, signal);
    const lacks = new Set(structureProblems(text).map(({ code }) => code));
    return {
      ...{ task: saved, text, lacks, check: checks.check, gates: checks.gates },
      facts: {
        ...(result && runFactsFor(result, text)),
        // Without tests most gates have nothing to say but that.
        ...(!lacks.has('no-tests') && gateFactsFor(asked)),
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
    const [{ promptMessages }, { answeredCode }] = await Promise.all([
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
        tell(`${formatCount(received)} characters received`);
      },
      onRetry: (reason) => {
        received = 0;
        tell(`asking again: ${reason}`);
        this.log.info(`${task.taskId}: ${model.name} is asked again: ${reason}`);
      },
    });
    const { name, parameters } = model;
    const askedBy = await this.projects.identity(task.project);
    return this.#record(examined, answeredCode(answer), {
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
    const { answeredCode } = await import('../../../core/models/answerCode.js');
    const actor = await this.projects.identity(examined.task.project);
    const conversation = [{ role: 'assistant', content: pasted }] as const;
    return this.#record(examined, answeredCode(pasted), {
      ...{ actor, instruction: 'paste', conversation, tell, signal },
    });
  }

  async #record(
    { task, text, check: before, gates: gatesBefore }: Examined,
    code: string,
    made: {
      readonly actor: Actor;
      readonly instruction: string;
      readonly conversation: readonly Message[];
      readonly tell: Tell;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<string> {
    const [{ diffTexts }, { eventNow }] = await Promise.all([
      import('../../../core/curation/diffs.js'),
      import('../../../core/curation/newEvents.js'),
    ]);
    const proposed = text.includes('\r\n') ? code.replaceAll('\n', '\r\n') : code;
    made.tell('running the proposed tests');
    const { check: after, gates: gatesAfter } = await this.#check(proposed, task, made.signal);
    const event = {
      ...{ ...eventNow(made.actor, text), type: 'proposed' as const },
      diff: diffTexts(text, proposed),
      instruction: made.instruction,
      conversation: [...made.conversation],
      parting: 'paragraphs' as const,
      ...(before && { before }),
      ...(after && { after }),
      ...{ gatesBefore: [...gatesBefore], gatesAfter: [...gatesAfter] },
    };
    await this.projects.append(task, event);
    return event.id;
  }

  /** Runs a text's tests and examples, and asks the gates that it and the runs are enough for. */
  async #check(text: string, { taskId, project }: CuratedTask, signal?: AbortSignal) {
    const [{ askTextGates }, { checkSummary, coverageFact, examplesFact, recordedGates }] =
      await Promise.all([
        import('../../../core/curation/gates/textGates.js'),
        import('../../../core/curation/runFacts.js'),
      ]);
    const [result, examples] = await Promise.all([
      this.#run(text, taskId, { coverage: true }, signal),
      this.#run(text, taskId, { coverage: false, mode: 'examples' }, signal),
    ]);
    const coverage = result && coverageFact(result);
    const asked = askTextGates(project.project, text, taskId, {
      ...(coverage && { coverage }),
      ...(examples && { examples: examplesFact(examples) }),
    });
    return {
      ...{ result, asked },
      check: result && checkSummary(result),
      gates: recordedGates(asked),
    };
  }

  /** A run of a text; none where it is no task yet, cannot be run, or the user declines. */
  async #run(
    text: string,
    taskId: string,
    options: Omit<RunOptions, 'timeoutSeconds'>,
    signal?: AbortSignal,
  ): Promise<RunResult | undefined> {
    const [{ splitTaskFile, ENTRY_POINT }, { programOfFile }] = await Promise.all([
      import('../../../core/taskFile.js'),
      import('../../../core/program.js'),
    ]);
    try {
      splitTaskFile(text, taskId);
      const { engine } = await this.engines.use();
      const program = programOfFile(text, ENTRY_POINT);
      return await engine.run(
        program,
        { timeoutSeconds: timeoutSeconds(), ...options },
        {},
        signal,
      );
    } catch (error) {
      if (error instanceof CancelledError) return undefined;
      if (!(error instanceof UserError)) throw error;
      this.log.info(`${taskId} is not run: ${messageOf(error)}`);
      return undefined;
    }
  }
}
