import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { constants } from 'node:os';
import { SetupError } from './setupError.js';

/** Started and not ended yet. They end with this process, be it by Ctrl+C. */
const running = new Set<ChildProcess>();
let endingWithThisProcess = false;

/**
 * Starts a program at the head of its own process group, so that `endProcess`
 * reaches what it starts in turn.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  endChildrenWithThisProcess();
  const child = spawn(command, args, {
    ...options,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Ends a process and everything that it started, at once. */
export function endProcess(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, which is the end of all that it started, and returns what it printed. */
export async function capture(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Finished> {
  const child = startProcess(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // What it leaves behind would hold its output open for ever: the official evaluator does.
  child.once('exit', () => {
    endProcess(child);
  });
  return { code: await exitCode(child), stdout, stderr };
}

/** Runs a program on this terminal and resolves with its exit code. */
export function runHere(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  return exitCode(
    startProcess(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
}

/** Runs a program that has to succeed; what it printed is shown only if it does not. */
export async function mustSucceed(
  what: string,
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<void> {
  const { code, stdout, stderr } = await capture(command, args, options);
  if (code !== 0) throw new SetupError(`${stdout}${stderr}${what} failed: see the reason above.`);
}

/** Resolves when a process has ended; a signal counts as in a shell. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** Children in groups of their own do not hear the terminal's Ctrl+C: it is passed on here. */
function endChildrenWithThisProcess(): void {
  if (endingWithThisProcess) return;
  endingWithThisProcess = true;
  process.on('exit', () => {
    for (const child of running) endProcess(child);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
