import type { Overview } from '../../src/shared/overview.js';
import { h } from '../dom.js';
import { formatCount, formatShare } from '../numbers.js';
import type { Section } from './section.js';

/** The page's heading: the dataset's name and its figures. */
export function summary(): Section {
  const title = h('h1');
  const figures = h('dl', { class: 'figures' });
  return {
    element: h('header', {}, h('p', { class: 'kicker' }, 'Dataset Overview'), title, figures),
    update: (overview) => {
      title.textContent = overview.label;
      figures.replaceChildren(...figuresOf(overview).map((entry) => figure(...entry)));
    },
  };
}

type Figure = [value: string, name: string, remark?: string];

function figuresOf({ tasks, tests, libraries, verdicts, measured }: Overview): Figure[] {
  const judged = tasks - verdicts.notRun;
  return [
    [formatCount(tasks), 'Tasks'],
    [formatCount(tests), 'Tests'],
    [formatCount(libraries.length), 'Libraries'],
    [formatCount(judged), 'Run', judged > 0 ? `${formatShare(judged, tasks)} of all` : ''],
    [
      formatCount(verdicts.pass),
      'Passed',
      judged > 0 ? `${formatShare(verdicts.pass, judged)} of those run` : '',
    ],
    [formatCount(measured), 'With coverage'],
  ];
}

function figure(value: string, name: string, remark = ''): HTMLElement {
  return h(
    'div',
    { class: 'figure' },
    h('dt', {}, name),
    h('dd', {}, value, ' ', h('span', { class: 'remark' }, remark)),
  );
}
