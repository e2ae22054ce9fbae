import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { root } from './paths.js';
import { SetupError } from './setupError.js';

const largestMegabytes = 1.5;

/**
 * Makes the .vsix of this checkout.
 * @returns its path
 */
export async function packageExtension(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const packagePath = path.join(root, `bigcodebench-studio-${versionOf(manifest)}.vsix`);
  await createVSIX({
    cwd: root,
    packagePath,
    // esbuild has bundled what is used of them.
    dependencies: false,
    // There is no address that the README's relative links could be made to point at.
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  const megabytes = (await stat(packagePath)).size / 1e6;
  if (megabytes > largestMegabytes) {
    throw new SetupError(
      `${packagePath} has ${megabytes.toFixed(2)} MB, more than the ${largestMegabytes} MB that an installation may cost.`,
    );
  }
  return packagePath;
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('package.json has no version.');
}
