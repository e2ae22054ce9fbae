import { randomInt } from 'node:crypto';
import { UserError } from '../core/errors.js';

const SEEDS = 2 ** 32;

/**
 * Reads the value of `--order`: `file`, `random`, or `random:SEED` for an order seen before.
 * @returns the seed; undefined for the file's own order
 */
export function orderSeed(text: string): number | undefined {
  if (text === 'file') return undefined;
  if (text === 'random') return randomInt(SEEDS);
  const seed = Number(/^random:(\d+)$/.exec(text)?.[1]);
  if (seed < SEEDS) return seed;
  throw new UserError(`--order: expected file, random or random:SEED, got “${text}”.`);
}
