import type { BaselineReport, Count, FailedTask } from '../../src/shared/baseline.js';
import { h } from '../dom.js';
import { formatQuantity } from '../../src/shared/numbers.js';
import { emptyState, frame, type Section } from '../section.js';
import { post } from './host.js';

/** The tasks that people fail, and why. */
export function failures(): Section<BaselineReport> {
  const body = h('div');
  return {
    element: frame(
      'failures',
      'Tasks That People Fail',
      'By first attempts that failed, with the verdicts’ causes and what people said of the task. Select one to open it.',
      body,
    ),
    update: ({ failedTasks, passAt1 }) => {
      body.replaceChildren(
        failedTasks.length === 0
          ? emptyState(
              passAt1.total === 0 ? 'No first attempt has ended yet.' : 'Nobody has failed a task.',
            )
          : h('ul', {}, ...failedTasks.map(failedTask)),
      );
    },
  };
}

function failedTask({
  study,
  taskId,
  domains,
  attempted,
  failed,
  causes,
  tests,
  unclear,
  unfair,
  comments,
}: FailedTask): HTMLElement {
  const open = h(
    'button',
    { type: 'button', class: 'link', 'data-key': `task ${study} ${taskId}` },
    taskId,
  );
  open.addEventListener('click', () => {
    post({ type: 'openTask', study, taskId });
  });
  const said = [
    ...(unclear > 0 ? [`prompt unclear to ${unclear}`] : []),
    ...(unfair > 0 ? [`tests unfair to ${unfair}`] : []),
  ];
  return h(
    'li',
    { class: 'failed' },
    h('p', {}, open, h('span', { class: 'remark' }, ` ${domains.join(', ')}`)),
    h(
      'p',
      {},
      [
        `${failed} of ${formatQuantity(attempted, 'first attempt')} failed`,
        ...causes.map(countText),
        ...said,
      ].join(' · '),
    ),
    ...(tests.length === 0
      ? []
      : [h('p', { class: 'remark' }, `Fails ${tests.map(countText).join(', ')}`)]),
    ...comments.map((comment) => h('blockquote', {}, comment)),
  );
}

function countText({ value, count }: Count): string {
  return count > 1 ? `${value} (${count})` : value;
}
