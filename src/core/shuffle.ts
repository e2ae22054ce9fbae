/**
 * The items in a random order that is the same for the same seed: Fisher and Yates' shuffle.
 * @param seed a whole number from 0 to 2³² - 1
 */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const rest = [...items];
  const random = numbers(seed);
  const shuffled: T[] = [];
  while (rest.length > 0) {
    shuffled.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return shuffled;
}

/**
 * Numbers from 0 up to 1: T. Ettinger's Mulberry32. It scrambles a counter, so that neighbouring seeds
 * such as 1 and 2, which people choose, have nothing in common.
 */
function numbers(seed: number): () => number {
  let counter = seed;
  return () => {
    counter = (counter + 0x6d2b79f5) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
