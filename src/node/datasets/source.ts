import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DatasetSource } from '../../core/dataset.js';
import { UserError } from '../../core/errors.js';

const HUB_PREFIX = 'hf:';
const HUB_ID = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/;
const DEFAULT_REVISION = 'main';
const DATASET_FILE = /\.(jsonl|jsonl\.gz|parquet)$/i;

/**
 * What a user writes to name a dataset, in settings or in a terminal: `samples`,
 * `hf:owner/name@revision`, the path of a dataset file, or that of a folder.
 *
 * @param baseDir what relative paths start from; the process's own folder without it
 * @throws {UserError} saying what was expected
 */
export function parseSource(text: string, baseDir = ''): DatasetSource {
  const name = text.trim();
  if (name === '') {
    throw new UserError(
      'No dataset is named. Expected a .jsonl, .jsonl.gz or .parquet file, a folder of task files, hf:owner/name or “samples”.',
    );
  }
  if (name === 'samples') {
    return { kind: 'samples' };
  }
  if (name.startsWith(HUB_PREFIX)) {
    return parseHubId(name.slice(HUB_PREFIX.length), name);
  }
  const path = resolve(baseDir, /^~[\\/]/.test(name) ? join(homedir(), name.slice(2)) : name);
  return { kind: DATASET_FILE.test(path) ? 'file' : 'folder', path };
}

/** The text that {@link parseSource} reads as `source` again, wherever it is called. */
export function formatSource(source: DatasetSource): string {
  switch (source.kind) {
    case 'samples':
      return 'samples';
    case 'file':
    case 'folder':
      return source.path;
    case 'huggingface':
      return source.revision === DEFAULT_REVISION
        ? `${HUB_PREFIX}${source.repo}`
        : `${HUB_PREFIX}${source.repo}@${source.revision}`;
  }
}

function parseHubId(id: string, written: string): DatasetSource {
  const [, repo, revision = DEFAULT_REVISION] = HUB_ID.exec(id) ?? [];
  if (repo === undefined) {
    throw new UserError(
      `“${written}” names no dataset on Hugging Face. Expected hf:owner/name or hf:owner/name@revision, for example hf:bigcode/bigcodebench@main.`,
    );
  }
  return { kind: 'huggingface', repo, revision };
}
