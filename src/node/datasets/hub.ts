import { datasetInfo, downloadFile, HubApiError, listFiles } from '@huggingface/hub';
import * as v from 'valibot';
import { CancelledError, UserError } from '../../core/errors.js';
import { environmentToken, hubEndpoint, reasonOf } from '../hub/hubAccess.js';

/** No usable answer came, which a copy from an earlier download can make up for. */
export class HubUnreachable extends UserError {}

/** A file of a repository. */
export interface HubFile {
  readonly path: string;
  /** The content's SHA-256 in hex, which the hub knows of large files. */
  readonly sha256?: string;
}

/** A file's content while it arrives; `size` is in bytes. */
export interface HubDownload {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const CommitSchema = v.object({ sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)) });
const EntrySchema = v.object({
  type: v.string(),
  path: v.string(),
  lfs: v.optional(v.object({ oid: v.string() })),
});

/**
 * One dataset repository on Hugging Face, or on the server that the environment variable HF_ENDPOINT
 * names, asked with the access token in HF_TOKEN.
 *
 * Every method throws {@link HubUnreachable} where no usable answer comes, a `UserError` where the
 * answer is no, and a `CancelledError` once the signal is aborted.
 */
export class Hub {
  readonly #endpoint: string;
  readonly #access: {
    readonly hubUrl: string;
    readonly fetch: typeof fetch;
    readonly accessToken?: string;
  };

  constructor(
    private readonly repo: string,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#endpoint = hubEndpoint();
    const token = environmentToken();
    this.#access = {
      hubUrl: this.#endpoint,
      fetch: (input, init) => fetch(input, { ...init, signal: signal ?? null }),
      ...(token && { accessToken: token }),
    };
  }

  /** The commit that a branch or tag points to. */
  async commitOf(revision: string): Promise<string> {
    const what = `dataset ${this.repo} with the revision ${revision}`;
    return this.#ask(what, async () => {
      const info = await datasetInfo({
        ...this.#access,
        name: this.repo,
        revision,
        additionalFields: ['sha'],
      });
      return v.parse(CommitSchema, info).sha;
    });
  }

  async filesAt(commit: string): Promise<readonly HubFile[]> {
    return this.#ask(`list of files for ${this.repo}`, async () => {
      const files: HubFile[] = [];
      const repo = { type: 'dataset', name: this.repo } as const;
      const listing = { ...this.#access, repo, revision: commit, recursive: true };
      for await (const entry of listFiles(listing)) {
        const { type, path, lfs } = v.parse(EntrySchema, entry);
        if (type === 'file') {
          files.push({ path, ...(lfs && { sha256: lfs.oid }) });
        }
      }
      return files;
    });
  }

  async download(path: string, commit: string): Promise<HubDownload> {
    const blob = await this.#ask(`file ${path} in ${this.repo}`, () =>
      downloadFile({
        ...this.#access,
        repo: { type: 'dataset', name: this.repo },
        path,
        revision: commit,
        // Plain HTTP, which mirrors and proxies speak too: a few megabytes gain nothing from Xet.
        xet: false,
      }),
    );
    if (!blob) {
      throw new UserError(`There is no file ${path} in ${this.repo} on ${this.#endpoint}.`);
    }
    return { size: blob.size, chunks: this.#chunks(blob, path) };
  }

  async *#chunks(blob: Blob, path: string): AsyncGenerator<Uint8Array> {
    try {
      yield* blob.stream();
    } catch (error) {
      throw this.signal?.aborted
        ? new CancelledError()
        : new HubUnreachable(`The download of ${path} was cut off (${reasonOf(error)}).`, {
            cause: error,
          });
    }
  }

  async #ask<T>(what: string, question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw this.#failure(error, what);
    }
  }

  #failure(error: unknown, what: string): Error {
    if (this.signal?.aborted) {
      return new CancelledError();
    }
    if (!(error instanceof HubApiError)) {
      const message = `${this.#endpoint} cannot be reached (${reasonOf(error)}).`;
      return new HubUnreachable(message, { cause: error });
    }
    switch (error.statusCode) {
      case 401:
      case 403:
        return new UserError(
          `${this.#endpoint} does not let you read ${this.repo}: there is no such dataset, or it is private or its terms wait to be accepted. Set the environment variable HF_TOKEN to an access token that may read it.`,
        );
      case 404:
        return new UserError(`There is no ${what} on ${this.#endpoint}.`);
      default: {
        const message = `${this.#endpoint} answers with an error (HTTP ${error.statusCode}).`;
        return new HubUnreachable(message, { cause: error });
      }
    }
  }
}
