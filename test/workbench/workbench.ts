import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '../../scripts/setup/browser.js';
import { root } from '../../scripts/setup/paths.js';
import { serveVscode, setSettings } from '../../scripts/setup/serveVscode.js';
import { quietSettings, type Settings } from '../../scripts/setup/settings.js';

export interface WorkbenchOptions {
  /** Names the logs and the last screenshot under artifacts/. */
  readonly name: string;
  /** The workspace folder; without it, a new empty one. */
  readonly folder?: string;
  /** An unpacked extension to run, as in development. */
  readonly extensionPath?: string;
  /** A module whose `run()` is called in the extension host; needs `extensionPath`. */
  readonly testsPath?: string;
  /** Where installed extensions are, if some are to be there. */
  readonly extensionsDirectory?: string;
  readonly settings?: Settings;
  /** Opens the folder in Restricted Mode, as VS Code does with one that is not trusted. */
  readonly restricted?: boolean;
  /** Added to the environment of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** The browser window, in CSS pixels; `scale` is how many pixels of a screen each of them has. */
  readonly window?: { readonly width: number; readonly height: number; readonly scale: number };
}

/** A real VS Code in a real browser. */
export interface Workbench {
  readonly page: Page;
  readonly folder: string;
  /** What the page printed, the extension host's output included. */
  readonly consoleLines: readonly string[];
  /** Why nothing more will happen, once the server or the extension host has ended by itself. */
  readonly crash: string | undefined;
  /** Saves artifacts/screenshots/NAME.png. */
  screenshot(name: string): Promise<void>;
  /** Changes user settings, which the workbench takes over by itself. */
  updateSettings(settings: Settings): Promise<void>;
  /** Ends browser and server, and keeps the logs in artifacts/logs/NAME/. */
  dispose(): Promise<void>;
}

const artifacts = path.join(root, 'artifacts');

/** Starts VS Code's server and opens its workbench in Chromium, ready for the first key. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-workbench-'));
  const dataDirectory = path.join(scratch, 'server');
  const folder = options.folder ?? path.join(scratch, 'workspace');
  await mkdir(folder, { recursive: true });

  let settings: Settings = { ...quietSettings, ...options.settings };
  const server = await serveVscode({
    dataDirectory,
    extensionsDirectory: options.extensionsDirectory ?? path.join(scratch, 'extensions'),
    settings,
    port: 0,
    arguments: [
      '--without-connection-token',
      // Makes the page take the payload below. VS Code then answers every modal dialog with "no".
      '--enable-smoke-test-driver',
      ...(options.restricted === true ? [] : ['--disable-workspace-trust']),
    ],
    env: { ...process.env, ...options.env },
  });
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const { scale, ...viewport } = options.window ?? { width: 1440, height: 900, scale: 1 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale });
  const page = await context.newPage();
  const consoleLines: string[] = [];
  let crash: string | undefined;
  page.on('console', (message) => {
    const text = message.text();
    consoleLines.push(text);
    if (/\[ExtensionHost\].* permanent error/.test(text)) crash = 'The extension host has ended.';
  });
  void server.ended.then(() => (crash = "VS Code's server has ended."));
  page.on('pageerror', (error) => consoleLines.push(error.stack ?? error.message));

  const screenshot = async (name: string): Promise<void> => {
    await page.screenshot({ path: path.join(artifacts, 'screenshots', `${name}.png`) });
  };

  await page.goto(workbenchUrl(server.origin, folder, options));
  await page.waitForSelector('.monaco-workbench');
  await page.waitForFunction('globalThis.driver?.whenWorkbenchRestored().then(() => true)');

  return {
    page,
    folder,
    consoleLines,
    get crash() {
      return crash;
    },
    screenshot,
    updateSettings: async (changes) => {
      settings = { ...settings, ...changes };
      await setSettings(dataDirectory, settings);
    },
    dispose: async () => {
      const logs = path.join(artifacts, 'logs', options.name);
      await mkdir(logs, { recursive: true });
      await screenshot(`${options.name}-at-the-end`);
      await browser.close();
      server.end();
      await writeFile(path.join(logs, 'console.log'), consoleLines.join('\n'));
      await cp(path.join(dataDirectory, 'user', 'logs'), path.join(logs, 'server'), {
        recursive: true,
      });
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

function workbenchUrl(origin: string, folder: string, options: WorkbenchOptions): string {
  const remote = (file: string): string =>
    `vscode-remote://${new URL(origin).host}${pathToFileURL(file).pathname}`;
  const payload: [string, string][] = [];
  if (options.extensionPath !== undefined) {
    payload.push(['extensionDevelopmentPath', remote(options.extensionPath)]);
  }
  if (options.testsPath !== undefined) {
    payload.push(['extensionTestsPath', remote(options.testsPath)]);
  }
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `${origin}/?${query.toString()}`;
}
