import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endProcess, startProcess } from './childProcesses.js';
import { ensureClusterPython } from './pythonEnvironment.js';

/** A Dask cluster on this machine, for tests and measurements. */
export class DaskCluster {
  readonly #processes: ChildProcess[];

  private constructor(
    scheduler: ChildProcess,
    /** Our own interpreter with Dask. */
    readonly python: string,
    /** The scheduler's. */
    readonly address: string,
    /** For what the workers write. */
    private readonly folder: string,
  ) {
    this.#processes = [scheduler];
  }

  /** Starts a scheduler; `end` ends it and its workers. */
  static async start(): Promise<DaskCluster> {
    const python = await ensureClusterPython();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bcb-dask-'));
    const args = ['scheduler', '--host', '127.0.0.1', '--port', '0', '--no-dashboard'];
    const scheduler = startDask(python, args);
    const [, address = ''] = await logged(scheduler, /Scheduler at: +(\S+)/);
    return new DaskCluster(scheduler, python, address, folder);
  }

  /** Starts a worker that holds one run at a time, and waits until it has joined. */
  async addWorker(environment: NodeJS.ProcessEnv = {}): Promise<DaskWorker> {
    const where = ['worker', this.address, '--host', '127.0.0.1', '--local-directory', this.folder];
    const args = [...where, '--nthreads', '1', '--no-nanny', '--no-dashboard'];
    const worker = startDask(this.python, args, environment);
    this.#processes.push(worker);
    await logged(worker, /Registered to/);
    return {
      pid: worker.pid,
      kill: () => {
        worker.kill('SIGKILL');
      },
    };
  }

  /** The scheduler's process and, after it, those of the workers. */
  get pids(): readonly number[] {
    return this.#processes.map(({ pid }) => pid ?? NaN);
  }

  async end(): Promise<void> {
    for (const process of this.#processes) endProcess(process);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export interface DaskWorker {
  readonly pid: number | undefined;
  /** Ends it as the system does when memory runs out. */
  kill(): void;
}

function startDask(
  python: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  return startProcess(path.join(path.dirname(python), 'dask'), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Waits until a process has logged what fits. */
function logged(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const found = pattern.exec(log);
      if (found) resolve(found);
    });
    child.once('exit', () => {
      reject(new Error(`Dask has ended: ${log}`));
    });
  });
}
