import { h } from './dom.js';

export type Figure = readonly [value: string, name: string, remark?: string];

/** Numbers that one reads first, large, each above its name. */
export function figures(entries: readonly Figure[]): HTMLElement {
  return h(
    'dl',
    { class: 'figures' },
    ...entries.map(([value, name, remark = '']) =>
      h(
        'div',
        { class: 'figure' },
        h('dt', {}, name),
        h('dd', {}, value, ' ', h('span', { class: 'remark' }, remark)),
      ),
    ),
  );
}
