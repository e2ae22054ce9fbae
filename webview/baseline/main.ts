import '../toolkit.js';
import './baseline.css';
import type { BaselineHostMessage } from '../../src/shared/baseline.js';
import { h, keepingFocus } from '../dom.js';
import { formatQuantity } from '../../src/shared/numbers.js';
import { emptyState } from '../section.js';
import { agreement } from './agreement.js';
import { arrangement, changeArrangement } from './arrangement.js';
import { attempts } from './attempts.js';
import { failures } from './failures.js';
import { headline } from './headline.js';
import { listen, post } from './host.js';
import { models } from './models.js';
import { byDomain, byPerson, bySplit, byStudy } from './rates.js';
import { times } from './times.js';

const head = headline();
const left = [byDomain(), bySplit(), byStudy(), byPerson(), agreement()];
const right = [times(), failures()];
const below = [models(), attempts()];
const sections = [...left, ...right, ...below];

const results = h(
  'div',
  {},
  h(
    'div',
    { class: 'columns' },
    h('div', {}, ...left.map(({ element }) => element)),
    h('div', {}, ...right.map(({ element }) => element)),
  ),
  ...below.map(({ element }) => element),
);

const start = h('vscode-button', {}, 'Start Attempt');
start.addEventListener('click', () => {
  post({ type: 'startAttempt' });
});
const nothing = h(
  'div',
  { class: 'nothing' },
  emptyState('Nobody has begun an attempt in this study yet.'),
  start,
);

type Shown = Extract<BaselineHostMessage, { type: 'show' }>;

const unreadNote = h('div');
// Parts are hidden and never taken out: whoever types in the filter keeps the focus.
const page = h('main', {}, head.element, unreadNote, results, nothing);

document.body.append(h('vscode-progress-ring', { 'aria-label': 'Reading the attempts' }));

listen((message) => {
  if (message.type === 'failed') {
    document.body.replaceChildren(h('main', {}, h('p', { role: 'alert' }, message.reason)));
    return;
  }
  const first = !page.isConnected;
  keepingFocus(() => {
    draw(message);
  });
  if (first) window.scrollTo(0, arrangement().scroll);
});

function draw({ report, unread }: Shown): void {
  head.update(report);
  for (const section of sections) section.update(report);
  unreadNote.replaceChildren(...unreadNotes(unread));
  results.hidden = report.attempts.length === 0;
  nothing.hidden = report.attempts.length > 0;
  if (!page.isConnected) document.body.replaceChildren(page);
}

/** What is missing from the figures, where something could not be read. */
function unreadNotes(unread: readonly string[]): HTMLElement[] {
  if (unread.length === 0) return [];
  return [
    h(
      'details',
      { class: 'warning' },
      h(
        'summary',
        {},
        `${formatQuantity(unread.length, 'thing')} could not be read and is left out`,
      ),
      h('ul', {}, ...unread.map((reason) => h('li', {}, reason))),
    ),
  ];
}

window.addEventListener('scrollend', () => {
  changeArrangement({ scroll: window.scrollY });
});
