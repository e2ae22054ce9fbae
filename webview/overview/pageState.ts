import * as v from 'valibot';
import { keepArrangement, keptArrangement } from '../host.js';
import { LIBRARY_COLUMNS } from './libraryRows.js';

const PageStateSchema = v.object({
  sort: v.object({ column: v.picklist(LIBRARY_COLUMNS), descending: v.boolean() }),
  filter: v.string(),
  allLibraries: v.boolean(),
  scroll: v.number(),
});

/** How the user has arranged the page. */
export type PageState = Readonly<v.InferOutput<typeof PageStateSchema>>;

const untouched: PageState = {
  sort: { column: 'tasks', descending: true },
  filter: '',
  allLibraries: false,
  scroll: 0,
};

/** What another version of the page left behind counts as nothing. */
let state: PageState = v.parse(v.fallback(PageStateSchema, untouched), keptArrangement());

export function pageState(): PageState {
  return state;
}

export function changePageState(change: Partial<PageState>): void {
  state = { ...state, ...change };
  keepArrangement(state);
}
