import type { Locator } from 'playwright-core';

/** How long a click may take, and what it leads to. */
const PATIENCE_MS = 5_000;
const ATTEMPTS = 6;

/**
 * Clicks on a row of a tree until what that leads to can be seen. VS Code draws a tree anew whenever
 * something in it changes, and a click of which each half falls on another drawing is none.
 */
export async function clickRow(row: Locator, effect: Locator): Promise<void> {
  await untilSeen(effect, () => row.click({ timeout: PATIENCE_MS }));
}

/** Clicks on a button that a row of a tree shows under the mouse, until what that leads to can be seen. */
export async function clickInRow(row: Locator, button: RegExp, effect: Locator): Promise<void> {
  await untilSeen(effect, async () => {
    await row.hover({ timeout: PATIENCE_MS });
    await row.getByRole('button', { name: button }).click({ timeout: PATIENCE_MS });
  });
}

async function untilSeen(effect: Locator, work: () => Promise<void>): Promise<void> {
  const seen = effect.first();
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      await seen.waitFor({ timeout: PATIENCE_MS });
      return;
    } catch (error) {
      if (await seen.isVisible()) return;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
