import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Where what takes long to install is kept, between runs and for every checkout. */
export const cacheDirectory = path.join(userCacheDirectory(), 'bigcodebench-studio');

function userCacheDirectory(): string {
  switch (process.platform) {
    case 'win32':
      return process.env['LOCALAPPDATA'] ?? path.join(os.homedir(), 'AppData', 'Local');
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Caches');
    default:
      return process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  }
}
