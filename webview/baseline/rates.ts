import type { BaselineReport, Rate } from '../../src/shared/baseline.js';
import { h } from '../dom.js';
import { emptyState, frame, type Section } from '../section.js';
import { intervalText, rateText, SPLITS } from './words.js';

/** Pass@1 by domain. */
export function byDomain(): Section<BaselineReport> {
  return rates(
    'domains',
    'By Domain',
    'First attempts that have ended, with Wilson’s 95 % interval. A task counts in each of its domains.',
    ({ domains }) => domains.map(({ domain, passAt1 }) => [domain, passAt1]),
  );
}

/** Pass@1 by what people were given. */
export function bySplit(): Section<BaselineReport> {
  return rates('splits', 'By Split', 'Given the Complete or the Instruct prompt.', ({ splits }) =>
    splits.map(({ split, passAt1 }) => [SPLITS[split], passAt1]),
  );
}

/** Pass@1 by study, where several are taken together. */
export function byStudy(): Section<BaselineReport> {
  const section = rates('studies', 'By Study', 'Each study by itself.', ({ studies }) =>
    studies.map(({ name, passAt1 }) => [name, passAt1]),
  );
  return {
    element: section.element,
    update: (report) => {
      section.element.hidden = report.studies.length < 2;
      section.update(report);
    },
  };
}

/** Pass@1 by person. */
export function byPerson(): Section<BaselineReport> {
  return rates('people', 'By Person', 'Everybody’s first attempts.', ({ solvers }) =>
    solvers.map(({ name, passAt1 }) => [name, passAt1]),
  );
}

type NamedRate = readonly [name: string, rate: Rate];

function rates(
  id: string,
  title: string,
  note: string,
  rowsOf: (report: BaselineReport) => readonly NamedRate[],
): Section<BaselineReport> {
  const body = h('div');
  return {
    element: frame(id, title, note, body),
    update: (report) => {
      const rows = rowsOf(report).filter(([, { total }]) => total > 0);
      body.replaceChildren(
        rows.length === 0
          ? emptyState('No first attempt has ended yet.')
          : h('ul', {}, ...rows.map(([name, rate]) => rateRow(name, rate))),
      );
    },
  };
}

function rateRow(name: string, rate: Rate): HTMLElement {
  return h(
    'li',
    { class: 'rate' },
    h('span', { class: 'rate-name' }, name),
    interval(rate),
    h('span', { class: 'rate-text' }, rateText(rate)),
    h('span', { class: 'rate-interval' }, intervalText(rate)),
  );
}

/** A bar as long as the rate, and a whisker from the interval's low end to its high one. */
function interval({ rate, low, high }: Rate): HTMLElement {
  const fill = h('span', { class: 'bar-fill' });
  const whisker = h('span', { class: 'whisker' });
  fill.style.inlineSize = `${100 * (rate ?? 0)}%`;
  whisker.style.insetInlineStart = `${100 * (low ?? 0)}%`;
  whisker.style.inlineSize = `${100 * ((high ?? 0) - (low ?? 0))}%`;
  return h('span', { class: 'bar', 'aria-hidden': 'true' }, fill, whisker);
}
