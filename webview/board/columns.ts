import type { BoardPageMessage, Card, Column } from '../../src/shared/board.js';
import { formatQuantity } from '../../src/shared/numbers.js';
import { h } from '../dom.js';

/** A stage with its tasks. */
export function columnOf(
  { title, medianDays, cards }: Column,
  post: (message: BoardPageMessage) => void,
): HTMLElement {
  const stay = medianDays === null ? '' : `median stay ${stayText(medianDays)}`;
  return h(
    'section',
    { class: 'column', 'aria-label': `${title}, ${formatQuantity(cards.length, 'task')}` },
    h('h2', {}, title, ' ', h('span', { class: 'count' }, String(cards.length))),
    h('p', { class: 'note' }, stay),
    ...cards.map((card) => cardOf(card, post)),
  );
}

function stayText(days: number): string {
  return days < 1 ? 'under a day' : `${days.toFixed(1)} days`;
}

function cardOf(card: Card, post: (message: BoardPageMessage) => void): HTMLElement {
  const { taskId } = card;
  const open = h('button', { class: 'title', 'data-key': `open ${taskId}` }, taskId);
  open.addEventListener('click', () => {
    post({ type: 'openTask', taskId });
  });
  const move = h(
    'button',
    { class: 'move', 'aria-label': `Move ${taskId}`, title: 'Move…', 'data-key': `move ${taskId}` },
    '→',
  );
  move.addEventListener('click', () => {
    post({ type: 'moveTask', taskId });
  });
  return h(
    'article',
    { class: 'card' },
    h('div', { class: 'row' }, open, move),
    h('p', { class: 'note' }, factsOf(card)),
    ...(card.overridden.length === 0
      ? []
      : [h('p', { class: 'warning' }, `Gates overruled: ${card.overridden.join(', ')}`)]),
  );
}

function factsOf({ assignee, next, days, openThreads }: Card): string {
  return [
    assignee ?? 'nobody’s',
    days === 0 ? 'today' : formatQuantity(days, 'day'),
    next,
    openThreads > 0 ? formatQuantity(openThreads, 'open comment') : '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}
