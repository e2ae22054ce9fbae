import '../toolkit.js';
import './overview.css';
import { h, keepingFocus } from '../dom.js';
import { domains } from './domains.js';
import { listen } from './host.js';
import { libraries } from './libraries.js';
import { changePageState, pageState } from './pageState.js';
import { leastCovered, slowest } from './rankings.js';
import { summary } from './summary.js';
import { verdicts } from './verdicts.js';

const head = [summary(), verdicts()];
const left = [domains(), libraries()];
const right = [slowest(), leastCovered()];

const page = h(
  'main',
  {},
  ...head.map(({ element }) => element),
  h(
    'div',
    { class: 'columns' },
    h('div', {}, ...left.map(({ element }) => element)),
    h('div', {}, ...right.map(({ element }) => element)),
  ),
);

document.body.append(h('vscode-progress-ring', { 'aria-label': 'Reading the dataset' }));

listen(({ overview }) => {
  const first = !page.isConnected;
  keepingFocus(() => {
    for (const section of [...head, ...left, ...right]) section.update(overview);
  });
  if (first) {
    document.body.replaceChildren(page);
    window.scrollTo(0, pageState().scroll);
    window.addEventListener('scrollend', () => {
      changePageState({ scroll: window.scrollY });
    });
  }
});
