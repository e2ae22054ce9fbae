import type { ReplayedChange } from '../../src/shared/replay.js';
import { h } from '../dom.js';

/** The text with its line numbers, and what was just typed marked. */
export interface CodeView {
  readonly element: HTMLElement;
  show(text: string, last: ReplayedChange | undefined): void;
  /** Scrolls to what was just typed, where it is out of sight. */
  follow(): void;
}

export function codeView(): CodeView {
  const numbers = h('pre', { class: 'numbers', 'aria-hidden': 'true' });
  const code = h('pre', { class: 'code' });
  const typed = h('mark', { class: 'typed' });
  return {
    element: h(
      'div',
      { class: 'editor', role: 'region', tabindex: '0', 'aria-label': 'The attempt’s text' },
      numbers,
      code,
    ),
    show: (text, last) => {
      const lines = text.split('\n').length;
      numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
      const start = last?.offset ?? 0;
      const end = start + (last?.inserted.length ?? 0);
      typed.textContent = text.slice(start, end);
      typed.hidden = last === undefined;
      code.replaceChildren(text.slice(0, start), typed, text.slice(end));
    },
    follow: () => {
      typed.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}
