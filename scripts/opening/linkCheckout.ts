import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../setup/paths.js';

/**
 * Makes an extensions folder in which this checkout is the one extension, so that a rebuild and a
 * reload show a change. It is a new one every time: VS Code reads the manifests in a folder once.
 */
export function linkCheckout(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bigcodebench-extensions-'));
  symlinkSync(root, path.join(directory, 'bigcodebench-studio'), 'dir');
  process.on('exit', () => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}
