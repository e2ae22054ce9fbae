/** Whether git has left two versions in a text, for somebody to choose from. */
export function isInConflict(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}\r?$/m.test(text) && /^>{7} /m.test(text);
}
