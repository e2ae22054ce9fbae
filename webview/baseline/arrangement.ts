import * as v from 'valibot';
import { keepArrangement, keptArrangement } from '../host.js';

const ArrangementSchema = v.object({
  filter: v.string(),
  allAttempts: v.boolean(),
  scroll: v.number(),
});
/** How the user has arranged the page. */
export type Arrangement = Readonly<v.InferOutput<typeof ArrangementSchema>>;

const untouched: Arrangement = { filter: '', allAttempts: false, scroll: 0 };

/** What another version of the page left behind counts as nothing. */
let current: Arrangement = v.parse(v.fallback(ArrangementSchema, untouched), keptArrangement());

export function arrangement(): Arrangement {
  return current;
}

export function changeArrangement(change: Partial<Arrangement>): void {
  current = { ...current, ...change };
  keepArrangement(current);
}
