import type { SurvivalStep } from '../../src/shared/baseline.js';
import { clockText } from '../../src/shared/clockText.js';

/** A place in the chart, in percent of its width and of its height from above. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The curve's corners: it falls at each step, and is level between them. */
export function cornersOf(steps: readonly SurvivalStep[], lastSecond: number): readonly Point[] {
  const corners: Point[] = [{ x: 0, y: 0 }];
  let level = 0;
  for (const { seconds, unsolved } of steps) {
    const x = (100 * seconds) / lastSecond;
    corners.push({ x, y: level });
    level = 100 * (1 - unsolved);
    corners.push({ x, y: level });
  }
  return corners;
}

/** Where tasks were left unsolved: a tick on the curve each. */
export function censoredOf(steps: readonly SurvivalStep[], lastSecond: number): readonly Point[] {
  return steps
    .filter(({ censored }) => censored > 0)
    .map(({ seconds, unsolved }) => ({
      x: (100 * seconds) / lastSecond,
      y: 100 * (1 - unsolved),
    }));
}

const STEPS_MIN = [1, 2, 5, 10, 15, 20, 30, 60, 120];
const MOST_TICKS = 7;

/** Round numbers of minutes for the axis, from zero to at most `lastSecond`. */
export function minuteTicks(lastSecond: number): readonly number[] {
  const minutes = lastSecond / 60;
  const step =
    STEPS_MIN.find((size) => minutes / size < MOST_TICKS) ?? Math.ceil(minutes / MOST_TICKS);
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, index) => index * step);
}

/** The curve in a sentence or two, for those who do not see it. */
export function curveInWords(steps: readonly SurvivalStep[]): string {
  const last = steps.at(-1);
  if (!last) return 'No attempt has ended yet.';
  const half = steps.find(({ unsolved }) => unsolved <= 0.5);
  const left = Math.round(100 * last.unsolved);
  return [
    half
      ? `After ${clockText(half.seconds)} minutes half of the tasks or more are solved.`
      : 'Less than half of the tasks are solved.',
    `After ${clockText(last.seconds)} minutes ${left} % are estimated to be unsolved.`,
  ].join(' ');
}
