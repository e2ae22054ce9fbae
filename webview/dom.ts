/** Makes an element with attributes and children. Text is always text: nothing here parses HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** As `h`, for what is drawn. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A bar that fills `share` (0 to 1) of its track; the number beside it says the same in text. */
export function bar(share: number): HTMLElement {
  const fill = h('span', { class: 'bar-fill' });
  // Through the CSSOM: the page's policy forbids style attributes.
  fill.style.inlineSize = `${100 * share}%`;
  return h('span', { class: 'bar', 'aria-hidden': 'true' }, fill);
}

/**
 * Lets `update` replace parts of the page and puts the focus back where it was:
 * on the new element with the same `data-key`.
 */
export function keepingFocus(update: () => void): void {
  const focused = document.activeElement?.getAttribute('data-key');
  update();
  if (focused == null) return;
  document
    .querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)
    ?.focus({ preventScroll: true });
}
