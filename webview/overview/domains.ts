import type { Overview } from '../../src/shared/overview.js';
import { bar, h } from '../dom.js';
import { post } from './host.js';
import { formatCount, formatQuantity } from '../../src/shared/numbers.js';
import { emptyState, frame, type Section } from '../section.js';

/** Tasks per domain as a bar chart; a bar narrows the Tasks view to its domain. */
export function domains(): Section<Overview> {
  const body = h('div');
  return {
    element: frame(
      'domains',
      'Domains',
      'Tasks by the domain of their libraries; a task can count in several. Select one to filter the Tasks view.',
      body,
    ),
    update: ({ domains: rows }) => {
      if (rows.length === 0) {
        body.replaceChildren(emptyState('No task names a library.'));
        return;
      }
      const most = Math.max(...rows.map(({ tasks }) => tasks));
      body.replaceChildren(
        h(
          'ul',
          {},
          ...rows.map(({ domain, tasks }) => {
            const row = h(
              'button',
              {
                type: 'button',
                class: 'row domain',
                'data-key': `domain ${domain}`,
                'aria-label': `${domain}: ${formatQuantity(tasks, 'task')}. Filter the Tasks view.`,
              },
              h('span', { class: 'name' }, domain),
              bar(tasks / most),
              h('span', { class: 'count' }, formatCount(tasks)),
            );
            row.addEventListener('click', () => {
              post({ type: 'filterTasks', query: `domain:${domain}` });
            });
            return h('li', {}, row);
          }),
        ),
      );
    },
  };
}
