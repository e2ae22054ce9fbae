import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seriesOf, type FoundInterpreter } from '../../core/environments/interpreter.js';
import { installFailure } from '../../core/environments/installFailure.js';
import { InstallProgress } from '../../core/environments/installProgress.js';
import { UserError } from '../../core/errors.js';
import { writeAtomically } from '../jsonFile.js';
import { probeInterpreter } from '../python/probe.js';
import { brokenEnvironment, venvPython } from '../python/virtualEnvironment.js';
import {
  installerEnvironment,
  runCommand,
  type CommandEnd,
  type CommandOptions,
} from './command.js';
import { withLock } from '../lockFile.js';

/** An environment to make, or to go on making. */
export interface EnvironmentJob {
  /** Its folder. One that is there already gets what it lacks. */
  readonly folder: string;
  /** Whether the folder is ours, so that a broken environment in it is replaced. */
  readonly isOurs: boolean;
  /** The interpreter to make it with, and of whose version it is to be. */
  readonly base: Pick<FoundInterpreter, 'path' | 'version'>;
  /** The text of a requirements file. */
  readonly requirements: string;
  /** The uv to make it with; pip without. */
  readonly uv: string | undefined;
}

export interface JobListener {
  /** What is being done, in a few words. */
  readonly onProgress: (message: string) => void;
  /** What the commands print, and which they are. */
  readonly log: (line: string) => void;
}

export interface CreatedEnvironment {
  readonly python: string;
  /** How long it took, in seconds, and how much of that was not spent in uv or pip. */
  readonly seconds: number;
  readonly ownSeconds: number;
}

/** Beside what it lists, so that the environment says what it was made from. */
const REQUIREMENTS_FILE = 'bigcodebench-requirements.txt';

/**
 * Makes a virtual environment and installs libraries into it. After a cancellation or a failure the
 * same job goes on where it was: nothing that is installed or downloaded is fetched again.
 *
 * @throws {CancelledError} once `signal` is aborted
 * @throws {UserError} that says why it cannot be made and what to do
 */
export async function createEnvironment(
  job: EnvironmentJob,
  signal: AbortSignal,
  { onProgress, log }: JobListener,
): Promise<CreatedEnvironment> {
  const started = performance.now();
  let outside = 0;
  const progress = new InstallProgress();
  const run = async (command: string, args: readonly string[]): Promise<CommandEnd> => {
    log(`$ ${[command, ...args].join(' ')}`);
    const begun = performance.now();
    try {
      return await runCommand(command, args, options);
    } finally {
      outside += performance.now() - begun;
    }
  };
  const options: CommandOptions = {
    signal,
    env: installerEnvironment(process.env),
    onLine: (line) => {
      log(line);
      const message = progress.read(line);
      if (message !== undefined) onProgress(message);
    },
  };
  return withLock(`${job.folder}.lock`, `the environment ${job.folder}`, async () => {
    const python = venvPython(job.folder);
    if (!(await isThere(job))) {
      onProgress('Making the environment');
      await mustSucceed(
        job.uv === undefined
          ? run(job.base.path, ['-m', 'venv', job.folder])
          : run(job.uv, ['venv', '--no-project', '--python', job.base.path, job.folder]),
      );
    }
    const requirements = join(job.folder, REQUIREMENTS_FILE);
    await writeAtomically(requirements, job.requirements);
    onProgress('Looking up the libraries');
    // pip is for the user, who is told to install by it; bytecode is for isolated runs, which can
    // write none and would compile each library again.
    await mustSucceed(
      job.uv === undefined
        ? run(python, [
            '-m',
            'pip',
            'install',
            '--disable-pip-version-check',
            '--requirement',
            requirements,
          ])
        : run(job.uv, [
            'pip',
            'install',
            '--python',
            python,
            '--compile-bytecode',
            'pip',
            '--requirement',
            requirements,
          ]),
    );
    const total = performance.now() - started;
    return { python, seconds: total / 1000, ownSeconds: (total - outside) / 1000 };
  });
}

/**
 * Whether the environment is there and works. One of ours that does not is removed.
 * @throws {UserError} where something else is in its folder
 */
async function isThere({ folder, isOurs, base }: EnvironmentJob): Promise<boolean> {
  const files = await readdir(folder).catch((): string[] => []);
  if (files.length === 0) return false;
  const python = venvPython(folder);
  const found = await probeInterpreter(python).catch(() => undefined);
  if (found && files.includes('pyvenv.cfg')) {
    if (seriesOf(found.version) === seriesOf(base.version)) return true;
    if (!isOurs) {
      throw new UserError(
        `${folder} is an environment of Python ${found.version}, not of ${seriesOf(base.version)}. Delete it, or choose another place.`,
      );
    }
  } else if (!isOurs) {
    throw new UserError(
      brokenEnvironment(python) ??
        `${folder} is there and is no virtual environment. Move it away, or choose another place.`,
    );
  }
  await rm(folder, { recursive: true });
  return false;
}

async function mustSucceed(end: Promise<CommandEnd>): Promise<void> {
  const { exitCode, output } = await end;
  if (exitCode !== 0) throw new UserError(installFailure(output));
}
