import type { Overview, Tally } from '../../src/shared/overview.js';
import { h } from '../dom.js';
import { formatCount, formatQuantity, formatShare } from '../../src/shared/numbers.js';
import { frame, type Section } from '../section.js';

/** Best first; each has its colour in overview.css. */
const KINDS: readonly {
  readonly key: keyof Tally;
  readonly name: string;
  readonly mark: string;
}[] = [
  { key: 'pass', name: 'Passed', mark: '✓' },
  { key: 'fail', name: 'Failed', mark: '✗' },
  { key: 'timeout', name: 'Timed out', mark: '◷' },
  { key: 'error', name: 'Error', mark: '!' },
  { key: 'notRun', name: 'Not run', mark: '○' },
];

/** The last verdicts of all tasks as one bar, and what its colours mean. */
export function verdicts(): Section<Overview> {
  const stack = h('div', { class: 'stack', role: 'img' });
  const legend = h('ul', { class: 'legend' });
  return {
    element: frame('verdicts', 'Verdicts', 'The last verdict on each task.', stack, legend),
    update: ({ tasks, verdicts: tally }) => {
      const kinds = KINDS.filter(({ key }) => tally[key] > 0);
      const parts = kinds.map(({ key, name }) => `${name} ${formatCount(tally[key])}`);
      stack.setAttribute('aria-label', `${formatQuantity(tasks, 'task')}: ${parts.join(', ')}`);
      stack.replaceChildren(
        ...kinds.map(({ key, name }) => {
          const part = h('span', {
            class: `part verdict-${key}`,
            title: `${name}: ${formatCount(tally[key])} of ${formatQuantity(tasks, 'task')}`,
          });
          part.style.flexGrow = String(tally[key]);
          return part;
        }),
      );
      legend.replaceChildren(
        ...KINDS.map(({ key, name, mark }) =>
          h(
            'li',
            {},
            h('span', { class: `swatch verdict-${key}` }),
            h('span', { 'aria-hidden': 'true' }, mark),
            ` ${name} `,
            h('strong', {}, formatCount(tally[key])),
            ' ',
            h('span', { class: 'remark' }, formatShare(tally[key], tasks)),
          ),
        ),
      );
    },
  };
}
