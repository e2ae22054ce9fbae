import { mustSucceed } from '../../scripts/setup/childProcesses.js';
import { ensureVscodeServer } from '../../scripts/setup/vscodeServer.js';

/** Installs a .vsix into a directory of extensions, as `code --install-extension` does. */
export async function installExtension(vsix: string, extensionsDirectory: string): Promise<void> {
  const { node, main } = await ensureVscodeServer();
  await mustSucceed(`Installing ${vsix}`, node, [
    main,
    '--accept-server-license-terms',
    `--extensions-dir=${extensionsDirectory}`,
    // Elsewhere than where the server that a person runs keeps its data.
    `--server-data-dir=${extensionsDirectory}.data`,
    `--install-extension=${vsix}`,
  ]);
}
