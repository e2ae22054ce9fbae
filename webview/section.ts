import { h } from './dom.js';

/** A part of a page that draws itself anew from each message of what there is to show. */
export interface Section<Shown> {
  readonly element: HTMLElement;
  update(shown: Shown): void;
}

/** The frame of a section: a landmark named by its heading, and a line on how to read it. */
export function frame(id: string, title: string, note: string, ...body: Node[]): HTMLElement {
  return h(
    'section',
    { class: `section ${id}`, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    h('p', { class: 'note' }, note),
    ...body,
  );
}

/** What stands in a section that has nothing to show yet: why, and what would change that. */
export function emptyState(text: string): HTMLElement {
  return h('p', { class: 'empty' }, text);
}
