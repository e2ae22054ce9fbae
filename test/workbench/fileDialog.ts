import type { Page } from 'playwright-core';

const PATIENCE_MS = 5_000;
const ATTEMPTS = 6;

/**
 * Gives a path to VS Code's own file dialog. The dialog first puts a path there itself, over whatever
 * has been typed by then, and takes no Enter while it reads a folder.
 * @param offered what it puts there; by default anything
 */
export async function answerFileDialog(
  page: Page,
  file: string,
  offered: (value: string) => boolean = (value) => value !== '',
): Promise<void> {
  const input = page.locator('.quick-input-widget input').first();
  while (!offered(await input.inputValue())) {
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  for (let attempt = 1; ; attempt++) {
    await input.fill(file);
    await page.keyboard.press('Enter');
    try {
      await input.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
