import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { runCommand } from '../../test/workbench/palette.js';
import { startWorkbench } from '../../test/workbench/workbench.js';
import { linkCheckout } from '../opening/linkCheckout.js';
import { mustSucceed } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';
import { ensureSamplesPython } from '../setup/pythonEnvironment.js';
import type { Settings } from '../setup/settings.js';
import { SetupError } from '../setup/setupError.js';

/** Whoever reads the README loads them all. */
const largestKilobytes = 250;
const window = { width: 1280, height: 720, scale: 2 };

/** What VS Code shows of itself, of this machine and of the session stays out of the pictures. */
const plainSettings: Settings = {
  'editor.folding': false,
  'editor.fontSize': 12,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.quickSuggestions': false,
  'editor.stickyScroll.enabled': false,
  'editor.suggestOnTriggerCharacters': false,
  'editor.wordWrap': 'on',
  'git.enabled': false,
  'testing.automaticallyOpenTestResults': 'neverOpen',
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'window.title': '${activeEditorShort}',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.layoutControl.enabled': false,
};
const hiddenParts =
  '#status\\.forwardedPorts, #status\\.workbench\\.keyboardLayout { display: none }';

/** Opens a real workbench with the BigCodeBench side bar, and closes it after `take` is done. */
export async function withWorkbench(
  { folder, settings }: { readonly folder?: string; readonly settings: Settings },
  take: (page: Page) => Promise<void>,
): Promise<void> {
  const workbench = await startWorkbench({
    name: 'pictures',
    // Installed, since VS Code says of an extension in development that it is one.
    extensionsDirectory: linkCheckout(),
    window,
    ...(folder !== undefined && { folder }),
    settings: {
      ...plainSettings,
      'bigcodebench.pythonPath': await ensureSamplesPython(),
      ...settings,
    },
  });
  const { page } = workbench;
  try {
    await page.addStyleTag({ content: hiddenParts });
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    // Leaves more of the window to the editors.
    await dragEdge(page, page.locator('.part.sidebar'), -60);
    await take(page);
  } finally {
    await workbench.dispose();
  }
}

/** Makes the window so many CSS pixels high. */
export async function makeHigh(page: Page, height: number): Promise<void> {
  await page.setViewportSize({ width: window.width, height });
}

/** Moves the right edge of a part of the window by so many CSS pixels. */
export async function dragEdge(page: Page, part: Locator, by: number): Promise<void> {
  const box = await part.boundingBox();
  if (!box) throw new Error('What is to be resized is not shown.');
  const [x, y] = [box.x + box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 5 });
  await page.mouse.up();
}

/**
 * Saves the window as docs/images/NAME.png.
 * @throws {SetupError} where the file is larger than a README's picture should be
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  const file = path.join(root, 'docs', 'images', `${name}.png`);
  await runCommand(page, 'Notifications: Clear All Notifications');
  await page.mouse.move(window.width / 2, (page.viewportSize()?.height ?? window.height) - 5);
  await page.locator('.workbench-hover-container').waitFor({ state: 'hidden' });
  // Nothing tells when VS Code has drawn everything: decorations come a moment after the text.
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: file });
  await limitColours(file);
  const kilobytes = Math.ceil((await stat(file)).size / 1000);
  console.log(`${path.relative(root, file)}: ${kilobytes} kB`);
  if (kilobytes > largestKilobytes) {
    throw new SetupError(`${file} has more than ${largestKilobytes} kB.`);
  }
}

/** 256 colours are enough for text, and more than halve the file. matplotlib brings Pillow along. */
async function limitColours(file: string): Promise<void> {
  const program = `
import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert("RGB").quantize(256, dither=Image.Dither.NONE)
picture.save(sys.argv[1], optimize=True)`;
  await mustSucceed('Pillow', await ensureSamplesPython(), ['-c', program, file]);
}
