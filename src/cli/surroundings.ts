import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Dataset } from '../core/dataset.js';
import { messageOf, UserError } from '../core/errors.js';
import { openDataset, type OpenDatasetOptions } from '../node/datasets/openDataset.js';
import { parseSource } from '../node/datasets/source.js';

/** What a command needs to know of where it runs. */
export interface Surroundings {
  /** The folder that holds python/ and samples/. */
  readonly packageDir: string;
  /** Where what can be had again is kept: downloads, durations, results. */
  readonly cacheDir: string;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Parses a command's options; what does not fit becomes a `UserError`. */
export function parseOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  return parse({ args: [...args], options, strict: true }).values;
}

/** The same for a command that takes one path beside its options; `what` names it in the error. */
export function parsePathAndOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  what: string,
) {
  const { values, positionals } = parsePathsAndOptions(args, options);
  const [path, ...more] = positionals;
  if (path === undefined) throw new UserError(`${what} is missing. See bcb --help.`);
  if (more.length > 0) {
    throw new UserError(`Expected one ${what}, got ${positionals.join(' and ')}.`);
  }
  return { path, values };
}

/** The same for a command that takes any number of paths, its positionals. */
export function parsePathsAndOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  return parse({ args: [...args], options, strict: true, allowPositionals: true });
}

function parse<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UserError(`${messageOf(error)} See bcb --help.`);
  }
}

/** Opens what `--tasks` names, with progress on standard error. */
export async function openTasks(tasks: string | undefined, at: Surroundings): Promise<Dataset> {
  if (tasks === undefined) {
    throw new UserError('--tasks is missing: name a dataset file or a folder of task files.');
  }
  return openDataset(parseSource(tasks, process.cwd()), datasetOptions(at));
}

/** How datasets are opened from a terminal. */
export function datasetOptions(at: Surroundings): OpenDatasetOptions {
  return {
    samplesDir: join(at.packageDir, 'samples'),
    cacheDir: join(at.cacheDir, 'datasets'),
    signal: at.signal,
    onProgress: (message) => {
      if (process.stderr.isTTY) process.stderr.write(`${message}\n`);
    },
  };
}

/** The user's cache folder by the platform's custom. */
export function userCacheDir(): string {
  const base =
    process.platform === 'win32'
      ? process.env['LOCALAPPDATA']
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : process.env['XDG_CACHE_HOME'];
  return join(base ?? join(homedir(), '.cache'), 'bigcodebench-studio');
}
