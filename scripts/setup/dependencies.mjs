import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './npm.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Inside node_modules, so that it goes when they go. */
const stamp = path.join(root, 'node_modules', '.installed-lock');

/**
 * Brings node_modules to what package-lock.json says, unless it is there already.
 * @returns {boolean} whether it is; if not, the reason has been printed
 */
export function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (installedLock() === lock) return true;

  console.log('Installing the npm packages…');
  const [command, ...prefix] = npmCommand();
  const npm = spawnSync(command, [...prefix, 'ci'], { cwd: root, encoding: 'utf8' });
  if (npm.error ?? npm.status !== 0) {
    console.error(npm.error?.message ?? npm.stderr);
    console.error('The npm packages could not be installed: see the reason above.');
    return false;
  }
  writeFileSync(stamp, lock);
  return true;
}

/** @returns {string | undefined} */
function installedLock() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
