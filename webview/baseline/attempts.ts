import type { AttemptName, AttemptRow, BaselineReport } from '../../src/shared/baseline.js';
import { clockText } from '../../src/shared/clockText.js';
import { h, keepingFocus } from '../dom.js';
import { formatCount } from '../../src/shared/numbers.js';
import { emptyState, frame, type Section } from '../section.js';
import { tableOf } from '../table.js';
import { matching } from './attemptRows.js';
import { post } from './host.js';
import { changeArrangement, arrangement } from './arrangement.js';
import { flagsOf, outcomeText } from './words.js';

/** As many as one takes in at a glance; the button below shows the rest. */
const FIRST_ROWS = 20;

/** Every attempt, with what to know of it before it is taken at its word. */
export function attempts(): Section<BaselineReport> {
  let rows: readonly AttemptRow[] = [];
  const filter = h('vscode-text-field', {
    placeholder: 'Filter by person, task, outcome or flag',
    'aria-label': 'Filter attempts',
    size: '34',
  });
  filter.value = arrangement().filter;
  const shown = h('span', { class: 'remark', role: 'status' });
  const body = h('div');
  const more = h('vscode-button', { appearance: 'secondary' });

  const draw = (): void => {
    const { filter: text, allAttempts } = arrangement();
    const found = matching(rows, text);
    const visible = allAttempts ? found : found.slice(0, FIRST_ROWS);
    shown.textContent =
      visible.length < rows.length
        ? `${formatCount(visible.length)} of ${formatCount(rows.length)} shown`
        : '';
    more.hidden = found.length <= FIRST_ROWS;
    more.textContent = allAttempts ? 'Show Fewer' : `Show All ${formatCount(found.length)}`;
    keepingFocus(() => {
      body.replaceChildren(
        visible.length > 0 ? attemptTable(visible) : emptyState('No attempt matches.'),
      );
    });
  };
  filter.addEventListener('input', () => {
    changeArrangement({ filter: filter.value });
    draw();
  });
  more.addEventListener('click', () => {
    changeArrangement({ allAttempts: !arrangement().allAttempts });
    draw();
  });
  return {
    element: frame(
      'attempts',
      'Attempts',
      'Times in minutes. Select a task to see what was written there.',
      h('div', { class: 'controls' }, filter, shown),
      body,
      more,
    ),
    update: (report) => {
      rows = report.attempts;
      draw();
    },
  };
}

function attemptTable(rows: readonly AttemptRow[]): HTMLElement {
  const number = true;
  return tableOf(
    'Attempts',
    [
      { title: 'Task' },
      { title: 'Person' },
      { title: 'Attempt', number },
      { title: 'Outcome' },
      { title: 'Time', number },
      { title: 'Idle', number },
      { title: 'First run', number },
      { title: 'Runs', number },
      { title: 'Edits', number },
      { title: 'Flags' },
    ],
    rows.map((row) => [
      link(row.taskId, `What ${row.solver} wrote for ${row.taskId}`, 'openAttempt', row),
      row.solver,
      String(row.attempt),
      outcome(row),
      clockText(row.countedSeconds),
      clockText(row.idleSeconds),
      row.firstRunSeconds === null ? '–' : clockText(row.firstRunSeconds),
      formatCount(row.runs),
      formatCount(row.edits),
      flags(row),
    ]),
  );
}

function outcome(row: AttemptRow): HTMLElement {
  const mark = row.passed === true ? '✓ ' : row.end === 'running' ? '… ' : '✗ ';
  return h('span', {}, h('span', { 'aria-hidden': 'true' }, mark), outcomeText(row));
}

function flags(row: AttemptRow): HTMLElement {
  const texts = flagsOf(row).join(' · ');
  if (!row.recorded) return h('span', {}, texts);
  const replay = link('Replay', `Replay ${row.solver}’s ${row.taskId}`, 'replayAttempt', row);
  return h('span', {}, texts, ' ', replay);
}

function link(
  text: string,
  label: string,
  type: 'openAttempt' | 'replayAttempt',
  { study, solver, taskId, attempt }: AttemptName,
): HTMLElement {
  const name = { study, solver, taskId, attempt };
  const button = h(
    'button',
    {
      type: 'button',
      class: 'link',
      'data-key': `${type} ${Object.values(name).join(' ')}`,
      'aria-label': label,
    },
    text,
  );
  button.addEventListener('click', () => {
    post({ type, name });
  });
  return button;
}
