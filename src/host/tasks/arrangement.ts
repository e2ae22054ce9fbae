import * as v from 'valibot';
import * as vscode from 'vscode';
import { GROUPINGS, SORTINGS, type Grouping, type Sorting } from '../../core/grouping.js';

const STATE = 'arrangement';
const ArrangementSchema = v.object({
  grouping: v.picklist(GROUPINGS),
  sorting: v.picklist(SORTINGS),
  filter: v.string(),
});
type State = v.InferOutput<typeof ArrangementSchema>;

/** How the tree groups, sorts and filters; remembered, and mirrored in context keys for the menus. */
export class Arrangement implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: State;

  constructor(private readonly memento: vscode.Memento) {
    const stored = v.safeParse(ArrangementSchema, memento.get(STATE));
    this.#state = stored.success
      ? stored.output
      : { grouping: 'domain', sorting: 'id', filter: '' };
    this.#mirror();
  }

  get grouping(): Grouping {
    return this.#state.grouping;
  }

  get sorting(): Sorting {
    return this.#state.sorting;
  }

  /** The filter's query; empty for no filter. */
  get filter(): string {
    return this.#state.filter;
  }

  async change(change: Partial<State>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    this.#mirror();
    this.#changed.fire();
    await this.memento.update(STATE, this.#state);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #mirror(): void {
    const set = (name: string, value: unknown): void => {
      void vscode.commands.executeCommand('setContext', `bigcodebench.${name}`, value);
    };
    set('grouping', this.grouping);
    set('sorting', this.sorting);
    set('filtered', this.filter !== '');
  }
}
