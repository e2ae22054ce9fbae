import type { LibraryRow, Overview } from '../../src/shared/overview.js';
import { h, keepingFocus } from '../dom.js';
import { post } from './host.js';
import { arrange, isCount, LIBRARY_COLUMNS, nextSort, type LibraryColumn } from './libraryRows.js';
import { formatCount } from '../../src/shared/numbers.js';
import { changePageState, pageState } from './pageState.js';
import { emptyState, frame, type Section } from '../section.js';

/** As many as one takes in at a glance; the button below shows the rest. */
const FIRST_ROWS = 15;

const HEADINGS: Readonly<Record<LibraryColumn, string>> = {
  library: 'Library',
  domain: 'Domain',
  tasks: 'Tasks',
  passed: 'Passed',
  failed: 'Failed',
};

/** The libraries as a table to sort and filter; a row narrows the Tasks view to its library. */
export function libraries(): Section<Overview> {
  let rows: readonly LibraryRow[] = [];

  const filter = h('vscode-text-field', {
    placeholder: 'Filter by library or domain',
    'aria-label': 'Filter libraries',
    size: '28',
  });
  filter.value = pageState().filter;
  const shown = h('span', { class: 'remark', role: 'status' });
  const table = h('div', { class: 'table' });
  const more = h('vscode-button', { appearance: 'secondary' });

  const draw = (): void => {
    const { filter: text, sort, allLibraries } = pageState();
    const matching = arrange(rows, text, sort);
    const visible = allLibraries ? matching : matching.slice(0, FIRST_ROWS);
    shown.textContent =
      visible.length < rows.length
        ? `${formatCount(visible.length)} of ${formatCount(rows.length)} shown`
        : '';
    more.hidden = matching.length <= FIRST_ROWS;
    more.textContent = allLibraries
      ? 'Show Fewer'
      : `Show All ${formatCount(matching.length)} Libraries`;
    keepingFocus(() => {
      table.replaceChildren(visible.length > 0 ? tableOf(visible, draw) : nothing(rows));
    });
  };

  filter.addEventListener('input', () => {
    changePageState({ filter: filter.value });
    draw();
  });
  more.addEventListener('click', () => {
    changePageState({ allLibraries: !pageState().allLibraries });
    draw();
  });

  return {
    element: frame(
      'libraries',
      'Libraries',
      'Passed and failed count the last verdicts; timeouts count as failed. Select one to filter the Tasks view.',
      h('div', { class: 'controls' }, filter, shown),
      table,
      more,
    ),
    update: (overview) => {
      rows = overview.libraries;
      draw();
    },
  };
}

function nothing(rows: readonly LibraryRow[]): HTMLElement {
  return emptyState(rows.length > 0 ? 'No library matches.' : 'No task names a library.');
}

function tableOf(rows: readonly LibraryRow[], redraw: () => void): HTMLElement {
  return h(
    'table',
    { 'aria-labelledby': 'libraries-title' },
    h('thead', {}, h('tr', {}, ...LIBRARY_COLUMNS.map((column) => headingOf(column, redraw)))),
    h('tbody', {}, ...rows.map(rowOf)),
  );
}

function headingOf(column: LibraryColumn, redraw: () => void): HTMLElement {
  const { sort } = pageState();
  const sorted = sort.column === column;
  const button = h(
    'button',
    { type: 'button', class: 'heading', 'data-key': `sort ${column}` },
    HEADINGS[column],
    h(
      'span',
      { class: 'arrow', 'aria-hidden': 'true' },
      sorted ? (sort.descending ? '↓' : '↑') : '',
    ),
  );
  button.addEventListener('click', () => {
    changePageState({ sort: nextSort(pageState().sort, column) });
    redraw();
  });
  const cell = h('th', { scope: 'col', class: isCount(column) ? 'number' : '' }, button);
  if (sorted) cell.setAttribute('aria-sort', sort.descending ? 'descending' : 'ascending');
  return cell;
}

function rowOf({ library, domain, tasks, passed, failed }: LibraryRow): HTMLElement {
  const name = h(
    'button',
    {
      type: 'button',
      class: 'library',
      'data-key': `library ${library}`,
      'aria-label': `${library}. Filter the Tasks view.`,
    },
    library,
  );
  const row = h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', {}, domain ?? '–'),
    ...[tasks, passed, failed].map((count) =>
      h('td', { class: count > 0 ? 'number' : 'number zero' }, formatCount(count)),
    ),
  );
  // The button is what the keyboard reaches; its clicks bubble here like those on any other cell.
  row.addEventListener('click', () => {
    post({ type: 'filterTasks', query: `lib:${library}` });
  });
  return row;
}
