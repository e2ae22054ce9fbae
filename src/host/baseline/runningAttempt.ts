import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { attemptOf } from '../../core/baseline/attempt.js';
import type { AttemptEventOf } from '../../core/baseline/attemptEvents.js';
import { AttemptSession, TICK_S } from '../../core/baseline/attemptSession.js';
import { promptOf } from '../../core/baseline/conditions.js';
import { UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import { AttemptJournal, type JournalPlaces } from '../../node/baseline/attemptJournal.js';
import {
  attemptFileOf,
  attemptRecordOf,
  isOfTask,
  type AttemptPlace,
} from '../../node/baseline/attemptFiles.js';
import { writeAtomically } from '../../node/jsonFile.js';
import type { Lock } from '../../node/lockFile.js';
import { AttemptEditors } from './attemptEditors.js';

const SECOND_MS = 1000;
const CLOCKS = { elapsed: () => performance.now(), wall: () => new Date() };

export type End = 'submitted' | 'gave-up' | 'timed-out';

/** What a running attempt needs of its surroundings. */
export interface AttemptSurroundings {
  readonly place: AttemptPlace;
  readonly task: Task;
  /** What the file of a new attempt begins with. */
  readonly start: string;
  /** The document of the prompt. */
  readonly prompt: vscode.Uri;
  readonly lock: Lock;
  /** The copy of the record and the text in the extension's storage. */
  readonly kept: string;
  /** Whether what an editor shows gives the answer away. */
  readonly givesAway: (uri: vscode.Uri) => Promise<boolean>;
}

/** What a new attempt's record begins with. */
export type Beginning = Pick<AttemptEventOf<'started'>, 'recorded' | 'ai_extensions'>;

/**
 * An attempt at work in this window: watches the clock, keeps the record and the text, and ends by
 * itself when the time is up.
 */
export class RunningAttempt {
  readonly file: vscode.Uri;
  readonly place: AttemptPlace;
  readonly entryPoint: string;
  readonly #ticked = new vscode.EventEmitter<void>();
  /** Every second, and whenever something else has changed. */
  readonly onDidTick = this.#ticked.event;
  readonly #ended = new vscode.EventEmitter<End | 'taken'>();
  /** How it ended, `taken` where another window has taken it over. The record is written by then. */
  readonly onDidEnd = this.#ended.event;
  readonly #lock: Lock;
  readonly #editors: AttemptEditors;
  readonly #start: string;
  #testRuns: number;
  #sinceCheck = 0;
  #isDisposed = false;
  #timer: NodeJS.Timeout | undefined;
  #ending: Promise<void> | undefined;

  private constructor(
    { place, task, prompt, lock, givesAway }: AttemptSurroundings,
    private readonly session: AttemptSession,
    private readonly journal: AttemptJournal,
    start: string,
    text: string,
    testRuns: number,
  ) {
    this.#testRuns = testRuns;
    this.place = place;
    this.file = vscode.Uri.file(attemptFileOf(place));
    this.entryPoint = task.entryPoint;
    this.#lock = lock;
    this.#start = start;
    const promptText = promptOf(task, place.study.study.split);
    const documents = {
      ...{ file: this.file, prompt, promptText, givesAway },
      isOfTask: ({ fsPath }: vscode.Uri) => isOfTask(place, fsPath),
    };
    this.#editors = new AttemptEditors(documents, session, text);
    this.#editors.onDidLook(() => {
      this.#ticked.fire();
    });
  }

  /** Begins an attempt: its file and its record are written, and the clock starts. */
  static async begin(
    surroundings: AttemptSurroundings,
    beginning: Beginning,
    tell: (trouble: string | undefined) => void,
  ): Promise<RunningAttempt> {
    const { place, start: text } = surroundings;
    const { study } = place.study;
    const file = attemptFileOf(place);
    // What lies there without a record is of another making and is not written over.
    if ((await contentOf(file)) === undefined) await writeAtomically(file, text);
    const found = (await contentOf(file)) ?? text;
    const journal = AttemptJournal.begin(placesOf(surroundings), tell);
    journal.keep(found);
    const session = AttemptSession.begin(
      study,
      {
        ...{ task_id: place.taskId, attempt: place.attempt, solver: place.solver },
        ...{ text: found, ...beginning },
      },
      CLOCKS,
      (event) => {
        journal.add(event);
      },
    );
    const attempt = new RunningAttempt(surroundings, session, journal, found, found, 0);
    attempt.#watch();
    return attempt;
  }

  /**
   * Goes on with an attempt that was interrupted.
   * @returns undefined where it had ended, of which not all was written: it is now
   */
  static async resume(
    surroundings: AttemptSurroundings,
    tell: (trouble: string | undefined) => void,
  ): Promise<RunningAttempt | undefined> {
    const places = placesOf(surroundings);
    // Before there is a session: the first that it does is to have the copy written anew.
    const isFileOlder =
      (await timeOf(attemptFileOf(surroundings.place))) < (await timeOf(places.kept));
    const { journal, events, text: kept } = await AttemptJournal.resume(places, tell);
    const interrupted = attemptOf(events);
    if (!interrupted) {
      throw new UserError(
        `The record of the attempt at ${surroundings.place.taskId} cannot be read: ${places.record}.`,
      );
    }
    if (interrupted.end !== 'running') {
      await journal.close();
      return undefined;
    }
    const { study } = surroundings.place.study;
    const known = kept ?? interrupted.started.text;
    journal.keep(known);
    const session = AttemptSession.resume(study, interrupted, CLOCKS, (event) => {
      journal.add(event);
    });
    const testRuns = interrupted.runs.filter(({ what }) => what === 'tests').length;
    const { text: start } = interrupted.started;
    const attempt = new RunningAttempt(surroundings, session, journal, start, known, testRuns);
    await attempt.#takeUpText(isFileOlder);
    attempt.#watch();
    return attempt;
  }

  get state(): AttemptSession['state'] {
    return this.session.state;
  }

  get account(): AttemptSession['account'] {
    return this.session.account;
  }

  get remaining(): number {
    return this.session.remaining;
  }

  get urgency(): AttemptSession['urgency'] {
    return this.session.urgency;
  }

  /** Why nothing can be written at the moment. */
  get trouble(): string | undefined {
    return this.journal.trouble;
  }

  /** Whether the time runs: the task is in view and the window has the focus. */
  get isCounting(): boolean {
    return this.state === 'running' && this.#editors.areLookedAt;
  }

  /** The text as it stands in the editor. */
  get text(): string {
    return this.#editors.text;
  }

  /** Whether the file is as the attempt began. */
  get isUntouched(): boolean {
    return this.text === this.#start;
  }

  /** Puts prompt and file before the solver, and the cursor into the file. */
  async show(): Promise<void> {
    this.session.unpause();
    const editor = await this.#editors.show();
    if (this.isUntouched) selectLastStatement(editor);
    this.#ticked.fire();
  }

  /** Hides prompt and file, and stops the clock. */
  async pause(): Promise<void> {
    if (!(await this.#editors.save())) {
      throw new UserError(
        `${this.file.fsPath} cannot be saved, so it cannot be hidden: the attempt goes on.`,
      );
    }
    // Closed first: what is still in view when the clock stands would be read for nothing.
    if (!(await this.#editors.close())) {
      throw new UserError(
        `The task is still in view, so the attempt goes on. Close what shows ${this.file.fsPath}, then pause.`,
      );
    }
    this.session.pause();
    this.#ticked.fire();
  }

  /** How much was looked at that gives the answer away. */
  get peeks(): number {
    return this.#editors.peeks;
  }

  /** Puts on record that something was seen which gives the answer away. */
  peeked(at: string): void {
    this.session.note({ type: 'peeked', at });
  }

  /** How often the hidden tests were run. */
  get testRuns(): number {
    return this.#testRuns;
  }

  /** Puts a run on record. */
  ran(run: Pick<AttemptEventOf<'ran'>, 'what' | 'passed' | 'total' | 'cause'>): void {
    if (run.what === 'tests') this.#testRuns += 1;
    this.session.note({ type: 'ran', ...run });
  }

  /** Ends the attempt with the text as it is; resolves when that is on record. */
  async end(end: End): Promise<void> {
    this.#ending ??= this.#end(end);
    return this.#ending;
  }

  /** Writes what there is and lets go of the attempt: it goes on when it is resumed. */
  async letGo(): Promise<void> {
    this.#isDisposed = true;
    this.#unwatch();
    if (this.state !== 'ended') {
      this.session.rest();
      this.journal.keep(this.text);
      await this.journal.write();
    }
    await this.#lock.release();
    this.#ticked.dispose();
    this.#ended.dispose();
  }

  async #end(end: End): Promise<void> {
    this.#unwatch();
    const isSaved = await this.#editors.save();
    this.journal.keep(this.text);
    this.session.end(end, this.text);
    if (isSaved) await this.#editors.close();
    await this.journal.close();
    while (this.journal.trouble !== undefined && !this.#isDisposed) {
      await delay(TICK_S * SECOND_MS);
      await this.journal.close();
    }
    await this.#lock.release();
    this.#ended.fire(end);
  }

  #watch(): void {
    this.#editors.listen();
    this.#timer = setInterval(() => void this.#tick(), SECOND_MS);
  }

  #unwatch(): void {
    clearInterval(this.#timer);
    this.#editors.dispose();
  }

  async #tick(): Promise<void> {
    this.#editors.look();
    this.session.advance();
    this.journal.keep(this.text);
    if (this.session.remaining <= 0) {
      await this.end('timed-out');
      return;
    }
    this.#ticked.fire();
    this.#sinceCheck += 1;
    if (this.#sinceCheck < TICK_S) return;
    this.#sinceCheck = 0;
    if (!(await this.#lock.isHeld())) {
      this.#unwatch();
      this.#ended.fire('taken');
      return;
    }
    await this.#restoreFile();
  }

  /** After an interruption: the text that is kept, unless the editor or the disk has a later one. */
  async #takeUpText(isFileOlder: boolean): Promise<void> {
    await this.#restoreFile();
    const document = await vscode.workspace.openTextDocument(this.file);
    if (isFileOlder && !document.isDirty && document.getText() !== this.text) {
      const edit = new vscode.WorkspaceEdit();
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      edit.replace(this.file, all, this.text);
      await vscode.workspace.applyEdit(edit);
      return;
    }
    this.#editors.takeUp(document);
  }

  /** A file that was deleted or moved is written again. */
  async #restoreFile(): Promise<void> {
    if ((await timeOf(this.file.fsPath)) > 0) return;
    try {
      await writeAtomically(this.file.fsPath, this.text);
      void vscode.window.showWarningMessage(
        `The file of your attempt at ${this.place.taskId} was gone. It is restored: ${this.file.fsPath}`,
      );
    } catch {
      // The next check tries again; the text is kept meanwhile.
    }
  }
}

function placesOf({ place, kept }: AttemptSurroundings): JournalPlaces {
  return { record: attemptRecordOf(place), kept };
}

/** The empty body that an attempt begins with is written over by the first key. */
function selectLastStatement(editor: vscode.TextEditor): void {
  const { document } = editor;
  const end = document.positionAt(document.getText().trimEnd().length);
  const { firstNonWhitespaceCharacterIndex: from } = document.lineAt(end.line);
  editor.selection = new vscode.Selection(end.with({ character: from }), end);
  editor.revealRange(editor.selection);
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

/** When a file was last written, in milliseconds; 0 where it is not there. */
async function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
