import { basename } from 'node:path';
import type { Dataset, DatasetSource } from '../../core/dataset.js';
import { UserError } from '../../core/errors.js';

export interface OpenDatasetOptions {
  /** The folder of the task files that come with the extension. */
  readonly samplesDir: string;
  /** Where downloads are kept; made where it is missing. */
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
  /** Told what a download does; `fraction`, from 0 to 1, where its size is known. */
  readonly onProgress?: ((message: string, fraction?: number) => void) | undefined;
}

/**
 * Opens a dataset. Rows and task files that cannot be read are listed in `refused`, and the rest
 * still loads. What only one kind of source needs is loaded when that kind is opened.
 *
 * @throws {UserError} where nothing can be read: no such file, none of the known formats, no network
 * @throws {CancelledError} once `signal` is aborted
 */
export async function openDataset(
  source: DatasetSource,
  options: OpenDatasetOptions,
): Promise<Dataset> {
  try {
    return await open(source, options);
  } catch (error) {
    throw fileError(error) ?? error;
  }
}

async function open(source: DatasetSource, options: OpenDatasetOptions): Promise<Dataset> {
  const { signal } = options;
  switch (source.kind) {
    case 'samples': {
      const { tasks, ...others } = await readFolder(options.samplesDir, signal);
      // Without their paths: the samples belong to the extension, and editing them there is no use.
      return { source, label: 'Samples', tasks: tasks.map(({ task }) => ({ task })), ...others };
    }
    case 'folder': {
      return { source, label: basename(source.path), ...(await readFolder(source.path, signal)) };
    }
    case 'file': {
      const { DatasetRows, readDatasetFile } = await rowReading();
      const rows = new DatasetRows();
      await readDatasetFile(source.path, source.path, rows, signal);
      return { source, label: basename(source.path), ...rows.read };
    }
    case 'huggingface': {
      const { fetchHubDataset } = await import('./huggingFace.js');
      const { DatasetRows, readDatasetFile } = await rowReading();
      const { label, files } = await fetchHubDataset(source, options);
      const rows = new DatasetRows();
      for (const { path, name } of files) {
        await readDatasetFile(path, name, rows, signal);
      }
      return { source, label, ...rows.read };
    }
  }
}

/** Reading rows brings the Python parser along, for fields that a row may lack. */
async function rowReading() {
  const [{ DatasetRows }, { readDatasetFile }] = await Promise.all([
    import('./rowCollector.js'),
    import('./datasetFile.js'),
  ]);
  return { DatasetRows, readDatasetFile };
}

async function readFolder(path: string, signal: AbortSignal | undefined) {
  const { readTaskFolder } = await import('./taskFolder.js');
  const { tasks, refused } = await readTaskFolder(path, signal);
  return { tasks, refused, refusedCount: refused.length };
}

/** What the user can mend about a path, in words. */
function fileError(error: unknown): UserError | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) {
    return undefined;
  }
  const path = String(error.path);
  switch (error.code) {
    case 'ENOENT':
      return new UserError(`There is no ${path}.`);
    case 'ENOTDIR':
      return new UserError(
        `${path} is no folder. Expected a .jsonl, .jsonl.gz or .parquet file, or a folder of task files.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new UserError(`${path} may not be read or written: its permissions forbid it.`);
    case 'ENOSPC':
      return new UserError(`There is no room left on the disk of ${path}.`);
    default:
      return undefined;
  }
}
