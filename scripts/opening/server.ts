import { randomBytes } from 'node:crypto';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { exitCode } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';
import { serveVscode } from '../setup/serveVscode.js';
import {
  profileDirectory,
  sessionSettings,
  trustFlag,
  workspaceFolder,
  type Session,
} from './session.js';

/** The first one that is free: as a rule the same, so that the browser remembers the layout. */
const ports = '41180-41279';

/** Serves VS Code to a browser on this machine until it is ended. */
export async function openInBrowser(session: Session): Promise<number> {
  // Whoever has no token is refused: other users of this machine, and pages of other origins.
  const token = randomBytes(16).toString('hex');
  const server = await serveVscode({
    dataDirectory: profileDirectory,
    extensionsDirectory: await linkCheckout(),
    settings: sessionSettings(session),
    port: ports,
    arguments: [
      `--connection-token=${token}`,
      `--default-folder=${await workspaceFolder()}`,
      trustFlag,
    ],
  });
  console.log(`\nVS Code is ready; open this address in a browser on this machine:`);
  console.log(`\n    ${server.origin}/?tkn=${token}\n`);
  console.log('Ctrl+C ends it.');
  return exitCode(server.child);
}

/** Makes an extensions folder in which this checkout is the one extension: a rebuild and a reload show a change. */
async function linkCheckout(): Promise<string> {
  const directory = path.join(profileDirectory, 'extensions');
  // Also removes VS Code's list of what was installed: without one it reads the folder.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await symlink(root, path.join(directory, 'bigcodebench-studio'), 'dir');
  return directory;
}
