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

/** Numbers from 0 up to 1: a linear congruential generator, with the constants of Numerical Recipes. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
