import { h } from './dom.js';

export interface Column {
  readonly title: string;
  /** Numbers stand at their column's end. */
  readonly number?: boolean;
}

/** A table whose rows' first cells name them. */
export function tableOf(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLElement {
  const styleOf = (index: number): Record<string, string> =>
    columns[index]?.number === true ? { class: 'number' } : {};
  return h(
    'div',
    { class: 'table' },
    h(
      'table',
      { 'aria-label': label },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...columns.map(({ title }, index) => h('th', { scope: 'col', ...styleOf(index) }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        ...rows.map((cells) =>
          h(
            'tr',
            {},
            ...cells.map((cell, index) =>
              index === 0 ? h('th', { scope: 'row' }, cell) : h('td', styleOf(index), cell),
            ),
          ),
        ),
      ),
    ),
  );
}
