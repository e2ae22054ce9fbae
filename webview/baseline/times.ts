import type { BaselineReport, SurvivalStep } from '../../src/shared/baseline.js';
import { clockText } from '../../src/shared/clockText.js';
import { h, svg } from '../dom.js';
import { figures } from '../figures.js';
import { emptyState, frame, type Section } from '../section.js';
import { tableOf } from '../table.js';
import { censoredOf, cornersOf, curveInWords, minuteTicks, type Point } from './curve.js';

/** How long tasks took, and how many were unsolved after how long. */
export function times(): Section<BaselineReport> {
  const body = h('div');
  const asTable = h('details', {}, h('summary', {}, 'The curve as a table'));
  return {
    element: frame(
      'times',
      'Time',
      'In minutes with the task open and the window focused, of solved tasks. The curve is Kaplan and Meier’s estimate of the share of tasks still unsolved; a tick marks tasks that were left there unsolved: given up, out of time, or still being worked on.',
      body,
    ),
    update: ({ times: percentiles, survival, studies }) => {
      if (survival.length === 0) {
        body.replaceChildren(emptyState('No attempt has ended yet.'));
        return;
      }
      const lastSecond = Math.max(
        ...studies.map(({ minutes }) => 60 * minutes),
        survival.at(-1)?.seconds ?? 0,
      );
      asTable.replaceChildren(...asTable.querySelectorAll('summary'), stepTable(survival));
      body.replaceChildren(
        figures(
          percentiles.map(({ percentile, seconds }) => [
            clockText(seconds),
            percentile === 50 ? 'Half within' : `${percentile} % within`,
          ]),
        ),
        chart(survival, lastSecond),
        asTable,
      );
    },
  };
}

function chart(survival: readonly SurvivalStep[], lastSecond: number): HTMLElement {
  return h(
    'figure',
    { class: 'survival' },
    h('div', { class: 'y-axis', 'aria-hidden': 'true' }, ...[100, 75, 50, 25, 0].map(percentLabel)),
    curve(survival, lastSecond),
    h(
      'div',
      { class: 'x-axis', 'aria-hidden': 'true' },
      ...minuteTicks(lastSecond).map((minute) => minuteLabel(minute, lastSecond)),
    ),
    h('figcaption', { class: 'axis-title', 'aria-hidden': 'true' }, 'Minutes'),
  );
}

/** Drawn in percent and stretched to its box; lines keep their width, and the labels are HTML. */
function curve(survival: readonly SurvivalStep[], lastSecond: number): SVGElement {
  const line = cornersOf(survival, lastSecond).map(({ x, y }) => `${x},${y}`);
  return svg(
    'svg',
    {
      viewBox: '0 0 100 100',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `Share of tasks unsolved over time. ${curveInWords(survival)}`,
    },
    ...[0, 25, 50, 75, 100].map((y) => lineBetween('grid', { x: 0, y }, { x: 100, y })),
    svg('polyline', { class: 'curve', points: line.join(' ') }),
    ...censoredOf(survival, lastSecond).map(({ x, y }) =>
      lineBetween('censored', { x, y: y - 3 }, { x, y: y + 3 }),
    ),
  );
}

function lineBetween(name: string, from: Point, to: Point): SVGElement {
  return svg('line', {
    class: name,
    x1: String(from.x),
    y1: String(from.y),
    x2: String(to.x),
    y2: String(to.y),
  });
}

function percentLabel(percent: number): HTMLElement {
  const label = h('span', {}, `${percent} %`);
  label.style.insetBlockStart = `${100 - percent}%`;
  return label;
}

function minuteLabel(minute: number, lastSecond: number): HTMLElement {
  const label = h('span', {}, String(minute));
  label.style.insetInlineStart = `${(100 * 60 * minute) / lastSecond}%`;
  return label;
}

function stepTable(survival: readonly SurvivalStep[]): HTMLElement {
  const number = true;
  return tableOf(
    'Tasks unsolved over time',
    [
      { title: 'Minutes' },
      { title: 'Unsolved', number },
      { title: 'At risk', number },
      { title: 'Solved', number },
      { title: 'Left unsolved', number },
    ],
    survival.map(({ seconds, unsolved, atRisk, solved, censored }) => [
      clockText(seconds),
      `${Math.round(100 * unsolved)} %`,
      String(atRisk),
      String(solved),
      String(censored),
    ]),
  );
}
