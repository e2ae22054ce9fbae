import path from 'node:path';

/**
 * The command that runs npm. Where it can be had it is npm's own JavaScript file under this Node:
 * the npm on the PATH is a batch file on Windows, which cannot be started without a shell.
 * @returns {[command: string, ...firstArguments: string[]]}
 */
export function npmCommand() {
  const running = process.env['npm_execpath'];
  if (running?.endsWith('npm-cli.js')) return [process.execPath, running];
  if (process.platform === 'win32') {
    const besideNode = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
    return [process.execPath, besideNode];
  }
  return ['npm'];
}
