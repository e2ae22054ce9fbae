/** How numbers are written, in the views and on the pages alike. */

/** More than a division leaves: 100 times 0.29 is 29 % too. */
const ROUNDING_ERROR = 1e-9;

const counts = new Intl.NumberFormat('en');

/** `1,002`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 task`, `1,002 tasks`. */
export function formatQuantity(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** `87 %`. Rounded down, so that 100 % means all of them; what would round to none is `<1 %`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.floor((100 * part) / whole + ROUNDING_ERROR);
  return percent === 0 && part > 0 ? '<1 %' : `${percent} %`;
}

/** With as many digits as still say something: `0.047 s`, `2.3 s`, `124 s`. */
export function formatSeconds(seconds: number): string {
  const digits = seconds < 1 ? 3 : seconds < 100 ? 1 : 0;
  return `${seconds.toFixed(digits)} s`;
}
