import type { Page } from 'playwright-core';

/**
 * Runs a command by its title in the command palette, for example
 * `BigCodeBench: Run Task`, and waits until it is offered: the extension may still be activating.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  // All of the label: what was typed is an element of its own within a longer one.
  const label = page.locator('.label-name', {
    hasText: new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  });
  const entry = page.locator('.quick-input-widget .monaco-list-row').filter({ has: label });
  for (let attempt = 1; ; attempt++) {
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input');
    try {
      // The palette lists what is known when one types; an editor that opens may take the key.
      await input.fill(`>${title}`, { timeout: 3_000 });
      await entry.first().click({ timeout: 3_000 });
      return;
    } catch (error) {
      if (attempt === 10) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Reloads the window as a user does, which lets it keep what is open; returns when it is there again. */
export async function reloadWindow(page: Page): Promise<void> {
  await page.evaluate('globalThis.isBeforeReload = true');
  await runCommand(page, 'Developer: Reload Window');
  await page.waitForFunction(
    '!globalThis.isBeforeReload && globalThis.driver?.whenWorkbenchRestored().then(() => true)',
  );
}
