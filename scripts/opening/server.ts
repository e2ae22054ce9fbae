import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freePort } from '../setup/freePort.js';
import { serveVscode } from '../setup/serveVscode.js';
import { linkCheckout } from './linkCheckout.js';
import {
  profileDirectory,
  sessionSettings,
  trustFlag,
  workspaceFolder,
  type Session,
} from './session.js';

/** The same as a rule, so that the browser remembers the layout; a second start takes the next. */
const firstPort = 41180;

/** Serves VS Code to a browser on this machine until it is ended. */
export async function openInBrowser(session: Session): Promise<number> {
  const port = await freePort(firstPort);
  // Whoever has no token is refused: other users of this machine, and pages of other origins.
  const token = randomBytes(16).toString('hex');
  const server = await serveVscode({
    dataDirectory: path.join(profileDirectory, String(port)),
    extensionsDirectory: linkCheckout(),
    settings: sessionSettings(session),
    port,
    arguments: [
      `--connection-token=${token}`,
      `--default-folder=${await workspaceFolder()}`,
      trustFlag,
    ],
  });
  console.log(`\nVS Code is ready; open this address in a browser on this machine:`);
  console.log(`\n    ${server.origin}/?tkn=${token}\n`);
  console.log('Ctrl+C ends it.');
  return server.ended;
}
