import type { DatasetSource } from '../../core/dataset.js';
import { UserError } from '../../core/errors.js';
import { Hub, HubUnreachable } from './hub.js';
import { HubCache, type HubCopy } from './hubCache.js';
import { chooseRelease } from './hubFiles.js';
import type { OpenDatasetOptions } from './openDataset.js';

type HubSource = Extract<DatasetSource, { kind: 'huggingface' }>;

/** A dataset's files on this machine. */
export interface HubDataset {
  readonly label: string;
  /** `name` is the file's name in messages. */
  readonly files: readonly { readonly path: string; readonly name: string }[];
}

const COMMIT = /^[0-9a-f]{40}$/;
const MEGABYTE = 1e6;

/**
 * Brings a dataset from Hugging Face to this machine: the newest release in it at the revision, from
 * the cache where that commit was downloaded before. Without network the copy that the revision
 * gave last is used, and `onProgress` is told so.
 *
 * @throws {UserError} where there is no such dataset or revision, it may not be read, it holds no
 *   rows, or there is neither network nor copy
 * @throws {CancelledError} once the signal is aborted
 */
export async function fetchHubDataset(
  source: HubSource,
  options: Pick<OpenDatasetOptions, 'cacheDir' | 'signal' | 'onProgress'>,
): Promise<HubDataset> {
  const cache = new HubCache(options.cacheDir, source.repo);
  try {
    return datasetOf(source, await currentCopy(source, cache, options));
  } catch (error) {
    if (!(error instanceof HubUnreachable)) {
      throw error;
    }
    const copy = await cache.findLast(source.revision);
    if (!copy) {
      throw new UserError(
        `${error.message} There is no earlier download of ${source.repo} to open instead. Try again with a network connection.`,
        { cause: error },
      );
    }
    options.onProgress?.(
      `${error.message} Opening the copy of ${copy.downloadedAt.slice(0, 10)} instead.`,
    );
    return datasetOf(source, copy);
  }
}

async function currentCopy(
  { repo, revision }: HubSource,
  cache: HubCache,
  { signal, onProgress }: Pick<OpenDatasetOptions, 'signal' | 'onProgress'>,
): Promise<HubCopy> {
  // What a commit holds never changes: no need to ask.
  const known = COMMIT.test(revision) ? await cache.find(revision) : undefined;
  if (known) {
    return known;
  }
  onProgress?.(`Looking up ${repo}`);
  const hub = new Hub(repo, signal);
  const commit = await hub.commitOf(revision);
  const copy = (await cache.find(commit)) ?? (await download());
  await cache.point(revision, commit);
  return copy;

  async function download(): Promise<HubCopy> {
    const files = await hub.filesAt(commit);
    const release = chooseRelease(files.map(({ path }) => path));
    if (!release) {
      throw new UserError(`${repo} holds no Parquet or JSONL file at the revision ${revision}.`);
    }
    const chosen = files.filter(({ path }) => release.paths.includes(path));
    const saved: { path: string; size: number }[] = [];
    for (const [index, file] of chosen.entries()) {
      const incoming = await hub.download(file.path, commit);
      const total = (incoming.size / MEGABYTE).toFixed(1);
      const size = await cache.save(commit, file, incoming, (bytes) => {
        const done = (bytes / MEGABYTE).toFixed(1);
        const fraction = (index + bytes / incoming.size) / chosen.length;
        onProgress?.(`Downloading ${file.path}: ${done} of ${total} MB`, fraction);
      });
      saved.push({ path: file.path, size });
    }
    await cache.complete(commit, {
      release: release.version ?? null,
      files: saved,
      downloadedAt: new Date().toISOString(),
    });
    const whole = await cache.find(commit);
    if (!whole) {
      throw new Error(`The cache lacks ${repo} at ${commit}, which was just saved.`);
    }
    return whole;
  }
}

function datasetOf({ repo }: HubSource, { release, files }: HubCopy): HubDataset {
  const name = repo.slice(repo.indexOf('/') + 1);
  return {
    label: release === null ? name : `${name} ${release}`,
    files: files.map(({ path, localPath }) => ({ path: localPath, name: `hf:${repo}/${path}` })),
  };
}
