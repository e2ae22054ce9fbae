import type { BaselineReport } from '../../src/shared/baseline.js';
import { clockText } from '../../src/shared/clockText.js';
import { h } from '../dom.js';
import { figures, type Figure } from '../figures.js';
import { formatCount, formatShare } from '../../src/shared/numbers.js';
import type { Section } from '../section.js';
import { post } from './host.js';
import { conditionsText, intervalText } from './words.js';

/** The page's heading: the study, its conditions and its figures. */
export function headline(): Section<BaselineReport> {
  const title = h('h1');
  const conditions = h('div', { class: 'conditions' });
  const list = h('div');
  const exporting = h('vscode-button', { appearance: 'secondary' }, 'Export…');
  exporting.addEventListener('click', () => {
    post({ type: 'export' });
  });
  return {
    element: h(
      'header',
      {},
      h(
        'div',
        { class: 'heading' },
        h('div', {}, h('p', { class: 'kicker' }, 'Baseline Results'), title, conditions),
        exporting,
      ),
      list,
    ),
    update: (report) => {
      title.textContent = report.studies.map(({ name }) => name).join(', ');
      conditions.replaceChildren(
        ...report.studies.map((study) =>
          h('p', {}, report.studies.length > 1 ? `${study.name}: ` : '', conditionsText(study)),
        ),
      );
      exporting.hidden = report.attempts.length === 0;
      list.hidden = report.attempts.length === 0;
      list.replaceChildren(figures(figuresOf(report)));
    },
  };
}

function figuresOf(report: BaselineReport): Figure[] {
  const { passAt1, solved, solvers, attempts, medianSeconds } = report;
  const ended = attempts.filter(({ end }) => end !== 'running').length;
  const interval = intervalText(passAt1);
  return [
    [
      formatShare(passAt1.solved, passAt1.total),
      'Pass@1 of people',
      interval === '' ? '' : `95 % interval ${interval}`,
    ],
    [
      formatShare(solved.solved, solved.total),
      'Solved in any attempt',
      solved.total === 0 ? '' : `${formatCount(solved.solved)} of ${formatCount(solved.total)}`,
    ],
    [
      medianSeconds === null ? '–' : clockText(medianSeconds),
      'Until half are solved',
      medianSeconds === null ? '' : 'minutes',
    ],
    [formatCount(solvers.length), 'People'],
    [formatCount(ended), 'Attempts ended', openText(report)],
  ];
}

function openText({ open: { running, unjudged } }: BaselineReport): string {
  return [
    ...(running > 0 ? [`${formatCount(running)} running`] : []),
    ...(unjudged > 0 ? [`${formatCount(unjudged)} without a verdict`] : []),
  ].join(', ');
}
