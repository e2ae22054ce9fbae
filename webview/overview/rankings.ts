import type { Overview } from '../../src/shared/overview.js';
import { bar, h } from '../dom.js';
import { post } from './host.js';
import { formatSeconds, formatShare } from '../../src/shared/numbers.js';
import { emptyState, frame, type Section } from '../section.js';

interface Ranked {
  readonly taskId: string;
  readonly summary: string;
  /** What the task is ranked by, as text and as a share of a full bar. */
  readonly value: string;
  readonly share: number;
}

/** The slowest tasks. */
export function slowest(): Section<Overview> {
  return ranking(
    'slowest',
    'Slowest Tasks',
    'By the time of their tests alone, without imports. Select one to open it.',
    ({ slowest: tasks }) => {
      const longest = tasks[0]?.seconds ?? 0;
      return tasks.map(({ taskId, summary, seconds }) => ({
        taskId,
        summary,
        value: formatSeconds(seconds),
        share: longest > 0 ? seconds / longest : 0,
      }));
    },
    () => 'No task was run yet. Run some from the Tasks view or the Testing view.',
  );
}

/** The tasks whose tests take the fewest of the solution's branches. */
export function leastCovered(): Section<Overview> {
  return ranking(
    'least-covered',
    'Lowest Branch Coverage',
    'Branches of the canonical solution that the tests take. Select one to open it.',
    ({ leastCovered: tasks }) =>
      tasks.map(({ taskId, summary, percent }) => ({
        taskId,
        summary,
        value: formatShare(percent, 100),
        share: percent / 100,
      })),
    ({ measured }) =>
      measured > 0
        ? 'Wherever coverage was measured, the tests take every branch.'
        : 'No coverage was measured yet. Use Run Task with Coverage.',
  );
}

function ranking(
  id: string,
  title: string,
  note: string,
  ranked: (overview: Overview) => readonly Ranked[],
  whenEmpty: (overview: Overview) => string,
): Section<Overview> {
  const body = h('div');
  return {
    element: frame(id, title, note, body),
    update: (overview) => {
      const rows = ranked(overview).map((task) => h('li', {}, rankedRow(id, task)));
      body.replaceChildren(
        rows.length > 0 ? h('ol', {}, ...rows) : emptyState(whenEmpty(overview)),
      );
    },
  };
}

function rankedRow(list: string, { taskId, summary, value, share }: Ranked): HTMLElement {
  const row = h(
    'button',
    {
      type: 'button',
      class: 'row task',
      'data-key': `${list} ${taskId}`,
      title: summary,
      'aria-label': `${taskId}, ${value}: ${summary}. Open the task.`,
    },
    h(
      'span',
      { class: 'label' },
      h('span', { class: 'name' }, taskId),
      ' ',
      h('span', { class: 'summary' }, summary),
    ),
    bar(share),
    h('span', { class: 'count' }, value),
  );
  row.addEventListener('click', () => {
    post({ type: 'openTask', taskId });
  });
  return row;
}
