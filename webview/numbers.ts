const counts = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 task`, `1,002 tasks`. */
export function formatQuantity(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Rounded down, so that 100 % means all of them. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.floor((100 * part) / whole)} %`;
}

/** With as many digits as still say something: `0.047 s`, `2.3 s`, `124 s`. */
export function formatSeconds(seconds: number): string {
  const digits = seconds < 1 ? 3 : seconds < 100 ? 1 : 0;
  return `${seconds.toFixed(digits)} s`;
}
