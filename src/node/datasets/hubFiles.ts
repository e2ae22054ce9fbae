import { posix } from 'node:path';
import { naturally } from '../../core/naturally.js';

/** Those files of a repository that make up one release of the dataset. */
export interface HubRelease {
  /** As the files' names have it, for example `v0.1.4`; absent where they have none. */
  readonly version?: string;
  /** Paths in the repository: a single file or the shards of one, in order. */
  readonly paths: readonly string[];
}

const DATA_FILE = /^(.*?)(?:-\d{5}-of-\d{5})?\.(parquet|jsonl|jsonl\.gz)$/;
const VERSION = /v?\d+(?:\.\d+)+/;

/**
 * Chooses what to download of a repository, which may keep older releases beside the newest and the
 * same rows in several formats: the newest version by the files' names, else the split `test`, else
 * the first by name; Parquet rather than JSONL.
 *
 * @returns undefined where no file holds rows
 */
export function chooseRelease(paths: readonly string[]): HubRelease | undefined {
  const splits = new Map<string, string[]>();
  for (const path of [...paths].sort()) {
    const [, stem, format] = DATA_FILE.exec(path) ?? [];
    if (stem !== undefined && format !== undefined) {
      const key = `${stem}.${format}`;
      splits.set(key, [...(splits.get(key) ?? []), path]);
    }
  }
  const [best] = [...splits].map(([key, shards]) => candidate(key, shards)).sort(compare);
  return best && { paths: best.paths, ...(best.version && { version: best.version }) };
}

interface Candidate {
  readonly paths: readonly string[];
  readonly version: string;
  readonly isTest: boolean;
  readonly isParquet: boolean;
}

function candidate(key: string, paths: readonly string[]): Candidate {
  const name = posix.basename(key);
  return {
    paths,
    version: VERSION.exec(name)?.[0] ?? '',
    isTest: name.startsWith('test.'),
    isParquet: name.endsWith('.parquet'),
  };
}

/** The better one first; ties stay in the order of their names. */
function compare(a: Candidate, b: Candidate): number {
  return (
    naturally(b.version.replace(/^v/, ''), a.version.replace(/^v/, '')) ||
    Number(b.isTest) - Number(a.isTest) ||
    Number(b.isParquet) - Number(a.isParquet)
  );
}
