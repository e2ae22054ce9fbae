import { formatCount, formatQuantity } from '../shared/numbers.js';
import type { Dataset, Refusal } from './dataset.js';

/** `file:line: field: reason`, as compilers print it and editors link it. */
export function refusalText({ file, line, field, reason }: Refusal): string {
  const place = line === undefined ? file : `${file}:${String(line)}`;
  return field === undefined ? `${place}: ${reason}` : `${place}: ${field}: ${reason}`;
}

/** What of a dataset is no task, in words. */
export interface RefusedWords {
  /** `3 refused`, to stand behind the number of tasks; empty where nothing was refused. */
  readonly short: string;
  /** `3 rows could not be read; the rest is open`; empty where there are drafts at most. */
  readonly unreadable: string;
  /** `199 drafts have no tests yet`; empty where there are none. */
  readonly drafts: string;
}

/** Counts rows, or files of a folder, not problems; a draft, which has yet to get its tests, is none. */
export function refusedWords({
  source,
  tasks,
  refused,
  refusedCount,
}: Pick<Dataset, 'source' | 'tasks' | 'refused' | 'refusedCount'>): RefusedWords {
  const drafts = refused.filter(({ draft }) => draft).length;
  const unreadable = refusedCount - drafts;
  const short = [
    ...(drafts > 0 ? [formatQuantity(drafts, 'draft')] : []),
    ...(unreadable > 0 ? [`${formatCount(unreadable)} refused`] : []),
  ].join(' · ');
  const nothingElse = tasks.length === 0 && drafts === 0;
  const unit = refusedUnit(source);
  return {
    short,
    unreadable:
      unreadable === 0
        ? ''
        : nothingElse
          ? noneText(unreadable, unit)
          : `${formatQuantity(unreadable, unit)} could not be read; the rest is open`,
    drafts:
      drafts === 0
        ? ''
        : `${formatQuantity(drafts, 'draft')} ${drafts === 1 ? 'has' : 'have'} no tests yet`,
  };
}

/** What a dataset of that kind is made of. */
export function refusedUnit({ kind }: Dataset['source']): 'row' | 'file' {
  return kind === 'folder' || kind === 'samples' ? 'file' : 'row';
}

function noneText(count: number, unit: string): string {
  return count === 1
    ? `its only ${unit} could not be read`
    : `none of its ${formatQuantity(count, unit)} could be read`;
}
