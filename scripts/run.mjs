/**
 * `node scripts/run.mjs NAME [ARGUMENT…]` runs scripts/NAME.ts.
 *
 * The scripts are TypeScript and need the npm packages. This file needs neither:
 * it makes a fresh clone ready for them.
 */
import { installDependencies } from './setup/dependencies.mjs';

const oldestNode = 20;

const [name = ''] = process.argv.splice(2, 1);
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(
    `This needs Node ${oldestNode} or later, and ${process.execPath} is Node ${process.versions.node}: get a newer one from https://nodejs.org.`,
  );
  process.exitCode = 1;
} else if (installDependencies()) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL(`./${name}.ts`, import.meta.url).href);
} else {
  process.exitCode = 1;
}
