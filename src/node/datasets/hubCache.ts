import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { readJson, writeJson } from '../jsonFile.js';
import { HubUnreachable, type HubDownload, type HubFile } from './hub.js';

const ManifestSchema = v.object({
  version: v.literal(1),
  /** The release's version, where its files' names had one. */
  release: v.nullable(v.string()),
  files: v.array(v.object({ path: v.string(), size: v.number() })),
  downloadedAt: v.pipe(v.string(), v.isoTimestamp()),
});
type Manifest = v.InferOutput<typeof ManifestSchema>;

const RefSchema = v.object({ commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)) });

/** A downloaded release. */
export interface HubCopy {
  readonly release: string | null;
  /** ISO 8601. */
  readonly downloadedAt: string;
  readonly files: readonly { readonly path: string; readonly localPath: string }[];
}

/**
 * The downloads of one repository: a folder for each commit, and for each branch or tag the commit
 * that it last pointed to. A commit's manifest is written last, so where there is one its files are
 * whole.
 */
export class HubCache {
  readonly #dir: string;

  constructor(cacheDir: string, repo: string) {
    this.#dir = join(cacheDir, repo.replace('/', '--'));
  }

  /** The copy of a commit, where all of it is there. */
  async find(commit: string): Promise<HubCopy | undefined> {
    const read = v.safeParse(ManifestSchema, await readJson(this.#manifest(commit)));
    if (!read.success) {
      return undefined;
    }
    const { release, downloadedAt, files } = read.output;
    const local = files.map(({ path, size }) => ({
      path,
      size,
      localPath: this.#file(commit, path),
    }));
    for (const { localPath, size } of local) {
      if ((await sizeOf(localPath)) !== size) {
        return undefined;
      }
    }
    return { release, downloadedAt, files: local };
  }

  /** The copy of the commit to which a branch or tag last pointed. */
  async findLast(revision: string): Promise<HubCopy | undefined> {
    const read = v.safeParse(RefSchema, await readJson(this.#ref(revision)));
    return read.success ? this.find(read.output.commit) : undefined;
  }

  /**
   * Keeps a file while it arrives, and gives it its name only once it is whole.
   * @param onBytes told how many bytes there are so far
   * @returns the file's size
   * @throws {HubUnreachable} where less or something else arrives than was announced
   */
  async save(
    commit: string,
    { path, sha256 }: HubFile,
    { size, chunks }: HubDownload,
    onBytes: (bytes: number) => void,
  ): Promise<number> {
    const target = this.#file(commit, path);
    const part = `${target}.${randomUUID()}.part`;
    await mkdir(join(this.#dir, commit), { recursive: true });
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      const file = await open(part, 'w');
      try {
        for await (const chunk of chunks) {
          await file.writeFile(chunk);
          hash.update(chunk);
          bytes += chunk.length;
          onBytes(bytes);
        }
      } finally {
        await file.close();
      }
      if (bytes !== size || (sha256 !== undefined && hash.digest('hex') !== sha256)) {
        throw new HubUnreachable(
          `The download of ${path} was cut off or changed on its way: ${bytes} bytes came, ${size} were announced.`,
        );
      }
      await rename(part, target);
      return bytes;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Declares the files of a commit whole. */
  async complete(commit: string, manifest: Omit<Manifest, 'version'>): Promise<void> {
    await writeJson(this.#manifest(commit), { version: 1, ...manifest });
  }

  /** Notes where a branch or tag points to. */
  async point(revision: string, commit: string): Promise<void> {
    await writeJson(this.#ref(revision), { commit });
  }

  #manifest(commit: string): string {
    return join(this.#dir, commit, 'manifest.json');
  }

  #ref(revision: string): string {
    return join(this.#dir, 'revisions', `${encodeURIComponent(revision)}.json`);
  }

  /** A path from the server becomes one name: it cannot lead out of the folder. */
  #file(commit: string, path: string): string {
    return join(this.#dir, commit, encodeURIComponent(path));
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
