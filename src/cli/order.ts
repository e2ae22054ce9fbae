import { randomInt } from 'node:crypto';
import { UserError } from '../core/errors.js';

const SEEDS = 2 ** 32;

/** In which order programs are run. */
export type Order =
  | { readonly kind: 'longest' }
  | { readonly kind: 'file' }
  | { readonly kind: 'random'; readonly seed: number };

/**
 * Reads the value of `--order`: `longest` (the longest first, by earlier checks), `file`, `random`, or
 * `random:SEED` for an order seen before.
 */
export function readOrder(text: string): Order {
  if (text === 'longest' || text === 'file') return { kind: text };
  if (text === 'random') return { kind: 'random', seed: randomInt(SEEDS) };
  const seed = Number(/^random:(\d+)$/.exec(text)?.[1]);
  if (seed < SEEDS) return { kind: 'random', seed };
  throw new UserError(`--order: expected longest, file, random or random:SEED, got “${text}”.`);
}
