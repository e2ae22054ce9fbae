import { existsSync } from 'node:fs';
import { ensureDebianPackages } from './debianPackages.js';
import { SetupError } from './setupError.js';

const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

/** @returns the path of a Chromium or Chrome, for the end-to-end tests */
export async function ensureBrowser(): Promise<string> {
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  await ensureDebianPackages(['chromium']);
  const browser = findBrowser();
  if (browser === undefined) {
    throw new SetupError('The tests need a browser: install Chromium or Google Chrome.');
  }
  return browser;
}

function findBrowser(): string | undefined {
  return places[process.platform]?.find((file) => existsSync(file));
}
