import { mustSucceed } from './childProcesses.js';
import { root } from './paths.js';

/** Bundles the extension, the command line, the webviews and the integration tests. */
export async function build(): Promise<void> {
  await mustSucceed('The build', process.execPath, ['esbuild.mjs'], { cwd: root });
}
