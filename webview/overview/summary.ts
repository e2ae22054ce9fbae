import type { Overview } from '../../src/shared/overview.js';
import { h } from '../dom.js';
import { figures, type Figure } from '../figures.js';
import { formatCount, formatShare } from '../../src/shared/numbers.js';
import type { Section } from '../section.js';

/** The page's heading: the dataset's name and its figures. */
export function summary(): Section<Overview> {
  const title = h('h1');
  const list = h('div');
  return {
    element: h('header', {}, h('p', { class: 'kicker' }, 'Dataset Overview'), title, list),
    update: (overview) => {
      title.textContent = overview.label;
      list.replaceChildren(figures(figuresOf(overview)));
    },
  };
}

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
