import * as vscode from 'vscode';
import type { Thread } from '../../../core/curation/comments.js';
import type { CurationEvent, EventOf } from '../../../core/curation/events.js';
import { UserError } from '../../../core/errors.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';

/** Comments at the lines of task files, kept in their records. */
export class ReviewComments implements vscode.Disposable {
  readonly #controller = vscode.comments.createCommentController(
    'bigcodebench.review',
    'BigCodeBench Review',
  );
  /** What is shown, by the threads' ids in the record. */
  readonly #shown = new Map<string, { readonly thread: vscode.CommentThread; signature: string }>();
  readonly #subscription: vscode.Disposable;

  constructor(private readonly projects: CurationProjects) {
    this.#controller.options = {
      prompt: 'Comment on this line',
      placeHolder: 'A block fenced as ```suggestion replaces the line',
    };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        this.projects.find(uri.fsPath)?.text === undefined
          ? []
          : [new vscode.Range(0, 0, lineCount - 1, 0)],
    };
    this.#subscription = projects.onDidChange(() => void this.#show());
  }

  /** A reply of the Comments editor, which begins a thread where there was none. */
  async reply({ thread, text }: vscode.CommentReply): Promise<void> {
    const task = await this.projects.saved(this.#taskOf(thread));
    const known = this.#idOf(thread);
    const base = await this.#event(task);
    const line = (thread.range?.start.line ?? 0) + 1;
    const suggestion = known === undefined ? await this.#suggestion(task, line, text) : undefined;
    await this.projects.append(task, {
      ...base,
      ...{ thread: known ?? base.id, body: text },
      ...(known === undefined && { line }),
      ...(suggestion !== undefined && { suggestion }),
    });
    // What was typed into is VS Code's own; the record's thread takes its place.
    if (known === undefined) thread.dispose();
  }

  /** Ends a thread, or takes it up again. */
  async resolve(thread: vscode.CommentThread, resolved: boolean): Promise<void> {
    const task = this.#taskOf(thread);
    const id = this.#idOf(thread);
    if (id === undefined) throw new UserError('This comment is not on record yet: send it first.');
    await this.projects.append(task, {
      ...(await this.#event(task)),
      ...{ thread: id, body: '', resolved },
    });
  }

  /** Puts a thread's suggestion into the task file, where its lines are still as they were. */
  async applySuggestion(thread: vscode.CommentThread): Promise<void> {
    const task = await this.projects.saved(this.#taskOf(thread));
    const id = this.#idOf(thread);
    const suggested = task.record.events.findLast(
      (event): event is EventOf<'commented'> =>
        event.type === 'commented' && event.thread === id && event.suggestion !== undefined,
    );
    if (!suggested) throw new UserError('There is no suggestion in this thread.');
    const { applyDiff } = await import('../../../core/curation/diffs.js');
    const text = applyDiff(textOf(task), suggested.suggestion ?? '');
    if (text === undefined) {
      throw new UserError('The suggestion no longer fits: its lines have changed since.');
    }
    const { eventNow } = await import('../../../core/curation/newEvents.js');
    const person = await this.projects.identity(task.project);
    await this.projects.change(task, text, (place) => ({
      ...{ ...eventNow(person, text), ...place, type: 'edited' },
      reason: `suggestion of ${suggested.actor.name}`,
    }));
    const after = this.projects.find(task.path) ?? task;
    await this.projects.append(after, {
      ...(await this.#event(after)),
      ...{ thread: suggested.thread, body: 'Applied.', resolved: true },
    });
  }

  /** Opens a thread of the record at its line. */
  async reveal({ path }: CuratedTask, id: string): Promise<void> {
    const thread = this.#shown.get(id)?.thread;
    if (thread) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    await vscode.window.showTextDocument(vscode.Uri.file(path), {
      ...(thread?.range && { selection: thread.range }),
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#controller.dispose();
  }

  #taskOf({ uri }: vscode.CommentThread): CuratedTask {
    const task = this.projects.find(uri.fsPath);
    if (task) return task;
    throw new UserError('This file belongs to no curation project.');
  }

  #idOf(thread: vscode.CommentThread): string | undefined {
    return [...this.#shown].find(([, shown]) => shown.thread === thread)?.[0];
  }

  async #event(task: CuratedTask) {
    const { eventNow } = await import('../../../core/curation/newEvents.js');
    const person = await this.projects.identity(task.project);
    return { ...eventNow(person, textOf(task)), type: 'commented' } as const;
  }

  async #suggestion(task: CuratedTask, line: number, body: string): Promise<string | undefined> {
    const [{ suggestedText }, { diffTexts }] = await Promise.all([
      import('../../../core/curation/comments.js'),
      import('../../../core/curation/diffs.js'),
    ]);
    const text = suggestedText(textOf(task), line, body);
    return text === undefined ? undefined : diffTexts(textOf(task), text);
  }

  /** Makes what is shown agree with the records; threads that have not changed are left in peace. */
  async #show(): Promise<void> {
    const commented = this.projects.tasks.filter(
      ({ text, record }) => text !== undefined && record.events.some(isComment),
    );
    const wanted = new Set<string>();
    if (commented.length > 0) {
      const { threadsOf } = await import('../../../core/curation/comments.js');
      for (const task of commented) {
        for (const thread of threadsOf(task.record.events, task.history, textOf(task))) {
          wanted.add(thread.id);
          this.#showThread(task, thread);
        }
      }
    }
    for (const [id, { thread }] of this.#shown) {
      if (wanted.has(id)) continue;
      thread.dispose();
      this.#shown.delete(id);
    }
  }

  #showThread({ path }: CuratedTask, { id, place, comments, resolved }: Thread): void {
    const signature = JSON.stringify([place, comments, resolved]);
    const shown = this.#shown.get(id);
    if (shown?.signature === signature) return;
    const { line, isOutdated } = place ?? { line: 1, isOutdated: false };
    const range = new vscode.Range(line - 1, 0, line - 1, 0);
    const thread =
      shown?.thread ?? this.#controller.createCommentThread(vscode.Uri.file(path), range, []);
    thread.range = range;
    thread.comments = comments.map(({ author, time, body }) => ({
      ...{ author: { name: author.name }, timestamp: new Date(time), body },
      mode: vscode.CommentMode.Preview,
    }));
    thread.state = resolved
      ? vscode.CommentThreadState.Resolved
      : vscode.CommentThreadState.Unresolved;
    const hasSuggestion = comments.some(({ suggestion }) => suggestion !== undefined);
    thread.contextValue = [resolved ? 'resolved' : 'open', hasSuggestion && 'suggestion']
      .filter(Boolean)
      .join('.');
    thread.label = `${resolved ? 'Resolved' : 'Review'}${isOutdated ? ', of a line that has changed since' : ''}`;
    this.#shown.set(id, { thread, signature });
  }
}

function isComment({ type }: CurationEvent): boolean {
  return type === 'commented';
}
