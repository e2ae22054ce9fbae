import type { LibraryRow } from '../../src/shared/overview.js';

export const LIBRARY_COLUMNS = ['library', 'domain', 'tasks', 'passed', 'failed'] as const;
export type LibraryColumn = (typeof LIBRARY_COLUMNS)[number];

export interface Sort {
  readonly column: LibraryColumn;
  readonly descending: boolean;
}

export function isCount(column: LibraryColumn): column is 'tasks' | 'passed' | 'failed' {
  return column !== 'library' && column !== 'domain';
}

/** The sort after a click on a column's heading: a new column starts with A, or with the most. */
export function nextSort(sort: Sort, column: LibraryColumn): Sort {
  return sort.column === column
    ? { column, descending: !sort.descending }
    : { column, descending: isCount(column) };
}

/** The rows whose library or domain holds every word of `filter`, sorted; ties by library, from A. */
export function arrange(rows: readonly LibraryRow[], filter: string, sort: Sort): LibraryRow[] {
  const words = filter.toLowerCase().split(/\s+/);
  const direction = sort.descending ? -1 : 1;
  return rows
    .filter(({ library, domain }) => {
      const text = `${library} ${domain ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => direction * compare(a, b, sort.column) || compare(a, b, 'library'));
}

function compare(a: LibraryRow, b: LibraryRow, column: LibraryColumn): number {
  if (isCount(column)) return a[column] - b[column];
  return (a[column] ?? '').localeCompare(b[column] ?? '', 'en');
}
