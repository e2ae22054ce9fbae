import { formatCount } from '../shared/numbers.js';
import { countsOf } from './countsOf.js';

/** How often each value occurs, in the order of {@link countsOf}: `12 pass, 3 fail`. */
export function countText(values: readonly string[]): string {
  return countsOf(values)
    .map(([value, count]) => `${formatCount(count)} ${value}`)
    .join(', ');
}
