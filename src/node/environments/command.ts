import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CancelledError } from '../../core/errors.js';

const WINDOWS = process.platform === 'win32';

export interface CommandOptions {
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each line of output and of errors. */
  readonly onLine: (line: string) => void;
}

/** How a command ended. */
export interface CommandEnd {
  /** 0 for success; undefined where it could not be started or was killed. */
  readonly exitCode: number | undefined;
  /** All lines that it printed. */
  readonly output: readonly string[];
}

/**
 * Runs a program to its end.
 * @throws {CancelledError} once `signal` is aborted and the program, with all that it started, is gone
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { signal, env = {}, onLine }: CommandOptions,
): Promise<CommandEnd> {
  throwIfAborted(signal);
  const output: string[] = [];
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what builds packages ends with it.
    detached: !WINDOWS,
    windowsHide: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      onLine(line);
    });
  }
  const end = (): void => {
    endGroup(child);
  };
  signal.addEventListener('abort', end);
  try {
    const exitCode = await new Promise<number | undefined>((resolve) => {
      child.once('error', (error) => {
        output.push(error.message);
        resolve(undefined);
      });
      child.once('close', (code) => {
        resolve(code ?? undefined);
      });
    });
    throwIfAborted(signal);
    return { exitCode, output };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledError();
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (WINDOWS) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

/** uv does not read pip's settings; the index named for pip is meant for it too. */
export function installerEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const index = environment['PIP_INDEX_URL'];
  const isSet = environment['UV_DEFAULT_INDEX'] ?? environment['UV_INDEX_URL'];
  return index === undefined || isSet !== undefined ? {} : { UV_DEFAULT_INDEX: index };
}
