import * as vscode from 'vscode';
import type { AttemptSession, UntimedChange } from '../../core/baseline/attemptSession.js';
import { changeBetween } from '../../core/baseline/changes.js';
import { largePaste } from '../../core/baseline/pastes.js';
import { urisInView } from './givesAway.js';

/** A window that does not answer for so long is gone, or as good as gone. */
const ANSWERS_WITHIN_MS = 10_000;

/** What an attempt's editors show, and what they must not. */
export interface AttemptDocuments {
  readonly file: vscode.Uri;
  /** The document of the prompt, and what it says. */
  readonly prompt: vscode.Uri;
  readonly promptText: string;
  /** Whether it is a file of an attempt at the task, which tells of it like the prompt. */
  readonly isOfTask: (uri: vscode.Uri) => boolean;
  /** Whether what an editor shows gives the answer away. */
  readonly givesAway: (uri: vscode.Uri) => Promise<boolean>;
}

/**
 * The editors of an attempt's prompt and file. Tells the session what the solver does in them:
 * looking, typing, pasting; and what else is looked at that gives the answer away.
 */
export class AttemptEditors implements vscode.Disposable {
  readonly #looked = new vscode.EventEmitter<void>();
  /** Whenever the session was told whether the task is in view. */
  readonly onDidLook = this.#looked.event;
  readonly #peeked = new Set<string>();
  #text: string;
  #cut = '';
  #lastAnswer = performance.now();
  #isAsking = false;
  #isDisposed = false;
  #subscription: vscode.Disposable | undefined;

  /** @param text of the file, as far as it is known */
  constructor(
    private readonly documents: AttemptDocuments,
    private readonly session: AttemptSession,
    text: string,
  ) {
    this.#text = text;
  }

  /** The file's text as it stands in the editor. */
  get text(): string {
    return this.#text;
  }

  /** How much was looked at that gives the answer away. */
  get peeks(): number {
    return this.#peeked.size;
  }

  /** Whether the solver has prompt or file in view, in a window with the focus. */
  get areLookedAt(): boolean {
    return this.#areInView && this.#hasFocus;
  }

  /** Begins to listen; `look` is to be called every second from then on. */
  listen(): void {
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (this.#isFile(event.document.uri)) this.#edited(event);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (this.#isFile(document.uri)) this.takeUp(document);
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => void this.#notePeeks()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.#active(textEditor);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        this.#active(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#tellView();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#tellView();
        void this.#notePeeks();
      }),
      vscode.window.onDidChangeWindowState(() => {
        this.#tellView();
      }),
    );
    this.#tellView();
    void this.#notePeeks();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscription?.dispose();
    this.#looked.dispose();
  }

  /** Tells the session whether the task is in view, and asks the window for a sign of life. */
  look(): void {
    this.#askWindow();
    this.#tellView();
  }

  /** Takes the document's text; another program may have changed the file while it was closed. */
  takeUp(document: vscode.TextDocument): void {
    const change = changeBetween(this.#text, document.getText());
    const before = this.#text;
    this.#text = document.getText();
    if (change) this.#changed([change], before, true);
  }

  /** Puts prompt and file side by side, and the cursor into the file. */
  async show(): Promise<vscode.TextEditor> {
    const { prompt, file } = this.documents;
    await vscode.window.showTextDocument(prompt, {
      viewColumn: vscode.ViewColumn.One,
      preview: false,
      preserveFocus: true,
    });
    return vscode.window.showTextDocument(file, {
      viewColumn: vscode.ViewColumn.Two,
      preview: false,
    });
  }

  /** @returns whether nothing of the task is in view any more */
  async close(): Promise<boolean> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => shownIn(input).some((uri) => this.#isOurs(uri)));
    await vscode.window.tabGroups.close(tabs);
    return !this.#areInView;
  }

  /** @returns whether the file on the disk is as in the editor */
  async save(): Promise<boolean> {
    const document = vscode.workspace.textDocuments.find(({ uri }) => this.#isFile(uri));
    if (!document?.isDirty) return true;
    return document.save();
  }

  /**
   * Asks the window for a sign of life. A remote extension host outlives a window that has crashed or
   * lost its connection, for hours, and goes on to believe that it has the focus.
   */
  #askWindow(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    void vscode.commands
      .executeCommand('setContext', 'bigcodebench.attemptAsks', this.#lastAnswer)
      .then(
        () => {
          this.#lastAnswer = performance.now();
        },
        // No sign of life: the next second asks again.
        () => undefined,
      )
      .then(() => {
        this.#isAsking = false;
      });
  }

  #tellView(): void {
    const open = this.#areInView;
    // Who looks at it goes on with it.
    if (open) this.session.unpause();
    this.session.watch({ open, focused: this.#hasFocus });
    this.#looked.fire();
  }

  get #hasFocus(): boolean {
    const isThere = performance.now() - this.#lastAnswer < ANSWERS_WITHIN_MS;
    return isThere && vscode.window.state.focused;
  }

  get #areInView(): boolean {
    return vscode.window.visibleTextEditors.some(({ document }) => this.#isOurs(document.uri));
  }

  #active({ document }: vscode.TextEditor): void {
    if (this.#isOurs(document.uri)) this.session.active();
  }

  #edited({ contentChanges, document, reason }: vscode.TextDocumentChangeEvent): void {
    const before = this.#text;
    this.#text = document.getText();
    // The last one first, so that each one's place is that in the text before it.
    const changes = contentChanges.toSorted((one, other) => other.rangeOffset - one.rangeOffset);
    this.#changed(
      changes.map(({ rangeOffset, rangeLength, text }) => {
        return { offset: rangeOffset, deleted: rangeLength, inserted: text };
      }),
      before,
      reason === undefined,
    );
  }

  #changed(changes: readonly UntimedChange[], before: string, canBePaste: boolean): void {
    const known = [before, this.documents.promptText, this.#cut];
    const pastes = changes.flatMap((change) => {
      this.session.edited(change);
      const removed = before.slice(change.offset, change.offset + change.deleted);
      if (change.inserted === '' && removed.trim() !== '') this.#cut = removed;
      return canBePaste ? (largePaste(change, removed, known) ?? []) : [];
    });
    if (pastes.length === 0) return;
    // An editor may split what was pasted, to change no more than need be.
    const total = (count: 'characters' | 'lines'): number =>
      pastes.reduce((sum, paste) => sum + paste[count], 0);
    this.session.note({ type: 'pasted', characters: total('characters'), lines: total('lines') });
  }

  /** Puts on record what is in view and gives the answer away. */
  async #notePeeks(): Promise<void> {
    for (const uri of urisInView()) {
      const at = uri.toString();
      if (this.#isOurs(uri) || this.#peeked.has(at)) continue;
      if (!(await this.documents.givesAway(uri))) continue;
      if (this.#peeked.has(at) || this.#isDisposed) continue;
      this.#peeked.add(at);
      this.session.note({ type: 'peeked', at: vscode.workspace.asRelativePath(uri) });
    }
  }

  #isFile(uri: vscode.Uri): boolean {
    return uri.toString() === this.documents.file.toString();
  }

  #isOurs(uri: vscode.Uri): boolean {
    return this.documents.isOfTask(uri) || uri.toString() === this.documents.prompt.toString();
  }
}

/** The texts that a tab shows. */
function shownIn(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
