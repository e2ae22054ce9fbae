import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mustSucceed } from './childProcesses.js';
import { ensureDebianPackages } from './debianPackages.js';
import { installOnce } from './installOnce.js';
import { npmCommand } from './npm.mjs';
import { cacheDirectory } from './paths.js';
import { SetupError } from './setupError.js';

/** code-server carries VS Code's server: its 4.N.x is VS Code 1.N. */
const codeServerVersion = '4.139.1';
/** code-server runs on Node 24 alone, which this npm package brings as a program. */
const nodeVersion = '24.21.0';
/** An npm as published: that of Debian builds native modules for Debian's Node, whichever runs it. */
const npmVersion = '11.19.1';

const buildPackages = [
  'g++',
  'make',
  'pkg-config',
  'python3',
  'libkrb5-dev',
  'libsecret-1-dev',
  'libx11-dev',
  'libxkbfile-dev',
];

export interface VscodeServer {
  /** The Node that runs it. */
  readonly node: string;
  /** The server's main module. */
  readonly main: string;
}

/** VS Code's server, installed into the cache the first time (one to three minutes, 750 MB). */
export async function ensureVscodeServer(): Promise<VscodeServer> {
  if (process.platform === 'win32') {
    throw new SetupError(
      'VS Code was not found, and its server does not run on Windows: install VS Code from https://code.visualstudio.com.',
    );
  }
  const directory = path.join(
    cacheDirectory,
    `code-server-${codeServerVersion}-node-${nodeVersion}`,
  );
  await installOnce(directory, () => install(directory));
  const modules = path.join(directory, 'node_modules');
  return {
    node: path.join(modules, 'node', 'bin', 'node'),
    main: path.join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

async function install(directory: string): Promise<void> {
  if (directory.includes(' ')) {
    throw new SetupError(
      `VS Code's server builds native modules, whose build fails in a directory with a space in its name: ${directory}.`,
    );
  }
  await ensureDebianPackages(buildPackages);
  console.log(`Installing VS Code's server (code-server ${codeServerVersion}), once…`);
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'package.json'), '{ "private": true }\n');

  const modules = path.join(directory, 'node_modules');
  const nodeBin = path.join(modules, 'node', 'bin');
  const env = {
    ...process.env,
    // code-server's installation script insists on running under Node 24.
    PATH: [nodeBin, path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter),
    // npm 12 leaves out the scripts of packages that its user did not name. These bring Node's
    // program and build VS Code's native modules, and nothing else is in this directory.
    npm_config_dangerously_allow_all_scripts: 'true',
    // Set by the npm that runs this script; it would pass for the Node that the packages get.
    npm_config_user_agent: undefined,
  };
  const add = ['install', '--save-exact', '--no-audit'];
  const [anyNpm, ...first] = npmCommand();
  await mustSucceed(
    'Installing Node 24',
    anyNpm,
    [...first, ...add, `node@${nodeVersion}`, `npm@${npmVersion}`],
    { cwd: directory, env },
  );
  await mustSucceed(
    'Installing code-server',
    path.join(nodeBin, 'node'),
    [path.join(modules, 'npm', 'bin', 'npm-cli.js'), ...add, `code-server@${codeServerVersion}`],
    { cwd: directory, env },
  );
}
