import type { Replay } from '../../src/shared/replay.js';
import { clockText } from '../../src/shared/clockText.js';
import { h } from '../dom.js';
import { playedTo, type Player } from './player.js';

const SPEEDS = [1, 2, 5, 10, 30];
const FIRST_SPEED = 5;

/** Play and pause, the time line, the speed; `draw` is called whenever the player stands elsewhere. */
export interface Controls {
  readonly element: HTMLElement;
  /** In seconds. */
  readonly now: number;
  goTo(seconds: number): void;
}

export function controls(
  { seconds: length, moments }: Replay,
  player: Player,
  draw: (playing: boolean) => void,
): Controls {
  let now = 0;
  let lastFrame: number | undefined;
  const play = h('vscode-button', {});
  const time = h('span', { class: 'time', role: 'timer' });
  const line = h('input', {
    ...{ type: 'range', min: '0', max: String(length), step: 'any', value: '0' },
    'aria-label': 'Time',
  });
  const speed = h(
    'select',
    { 'aria-label': 'Speed' },
    ...SPEEDS.map((value) => h('option', { value: String(value) }, `${value}×`)),
  );
  speed.value = String(FIRST_SPEED);
  const skip = h('input', { type: 'checkbox', id: 'skip' });
  skip.checked = true;

  const goTo = (seconds: number): void => {
    now = Math.min(seconds, length);
    player.goTo(now);
    line.value = String(now);
    line.setAttribute('aria-valuetext', `${clockText(now)} of ${clockText(length)} minutes`);
    time.textContent = `${clockText(now)} / ${clockText(length)}`;
    draw(lastFrame !== undefined);
  };
  const stop = (): void => {
    lastFrame = undefined;
    play.textContent = 'Play';
  };
  const frame = (at: number): void => {
    if (lastFrame === undefined) return;
    const elapsed = (at - lastFrame) / 1000;
    lastFrame = at;
    goTo(
      playedTo(now, elapsed, {
        ...{ speed: Number(speed.value), skipPauses: skip.checked },
        next: player.next?.seconds,
      }),
    );
    if (now >= length) stop();
    else requestAnimationFrame(frame);
  };
  const start = (): void => {
    if (now >= length) goTo(0);
    play.textContent = 'Pause';
    lastFrame = performance.now();
    requestAnimationFrame(frame);
  };
  play.addEventListener('click', () => {
    if (lastFrame === undefined) start();
    else stop();
  });
  line.addEventListener('input', () => {
    stop();
    goTo(Number(line.value));
  });
  stop();
  return {
    element: h(
      'div',
      { class: 'controls' },
      play,
      h('div', { class: 'time-line' }, line, ticks(moments, length)),
      time,
      speed,
      h('label', { for: 'skip' }, skip, ' Skip pauses'),
    ),
    get now() {
      return now;
    },
    goTo: (seconds) => {
      stop();
      goTo(seconds);
    },
  };
}

/** Where something happened, below the time line. */
function ticks(moments: Replay['moments'], length: number): HTMLElement {
  return h(
    'div',
    { class: 'ticks', 'aria-hidden': 'true' },
    ...moments.map(({ seconds }) => {
      const tick = h('span');
      tick.style.insetInlineStart = `${(100 * seconds) / Math.max(length, 1)}%`;
      return tick;
    }),
  );
}
