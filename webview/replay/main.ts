import * as v from 'valibot';
import '../toolkit.js';
import './replay.css';
import {
  ReplayHostMessageSchema,
  type Replay,
  type ReplayHostMessage,
} from '../../src/shared/replay.js';
import { clockText } from '../../src/shared/clockText.js';
import { h } from '../dom.js';
import { connect, keepArrangement, keptArrangement } from '../host.js';
import { codeView } from './code.js';
import { controls } from './controls.js';
import { Player } from './player.js';

const { listen } = connect<ReplayHostMessage, never>(ReplayHostMessageSchema);

listen(({ replay }) => {
  const player = new Player(replay);
  const code = codeView();
  const transport = controls(replay, player, (playing) => {
    code.show(player.text, player.last);
    if (playing) code.follow();
    else keepArrangement(transport.now);
  });
  document.body.replaceChildren(
    h(
      'main',
      {},
      headingOf(replay),
      transport.element,
      h(
        'div',
        { class: 'stage' },
        code.element,
        momentsOf(replay, (seconds) => {
          transport.goTo(seconds);
          code.follow();
        }),
      ),
    ),
  );
  transport.goTo(v.parse(v.fallback(v.number(), 0), keptArrangement()));
  code.follow();
});

function headingOf({ taskId, study, solver, attempt, damage }: Replay): HTMLElement {
  return h(
    'header',
    {},
    h('p', { class: 'kicker' }, `Replay · ${study}`),
    h('h1', {}, taskId),
    h('p', { class: 'remark' }, `Attempt ${attempt} of ${solver}`),
    ...(damage === null ? [] : [h('p', { class: 'warning', role: 'alert' }, damage)]),
  );
}

/** What happened besides edits; each leads to its time. */
function momentsOf({ moments }: Replay, goTo: (seconds: number) => void): HTMLElement {
  return h(
    'section',
    { class: 'moments', 'aria-labelledby': 'moments-title' },
    h('h2', { id: 'moments-title' }, 'Moments'),
    h(
      'ul',
      {},
      ...moments.map(({ seconds, what }) => {
        const button = h(
          'button',
          { type: 'button', class: 'moment' },
          clockText(seconds),
          ' ',
          what,
        );
        button.addEventListener('click', () => {
          goTo(seconds);
        });
        return h('li', {}, button);
      }),
    ),
  );
}
