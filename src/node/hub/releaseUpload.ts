import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepo, datasetInfo, HubApiError, uploadFiles } from '@huggingface/hub';
import * as v from 'valibot';
import { CancelledError, UserError } from '../../core/errors.js';
import { hubEndpoint, isToken, reasonOf } from './hubAccess.js';

/** Where a release is to go, and in whose name. */
export interface UploadTarget {
  /** `owner/name`. */
  readonly repo: string;
  /** It is sent to the hub alone, and is in no message. */
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
}

/** What an upload is going to do, for the user to agree. */
export interface UploadPlan {
  readonly folder: string;
  readonly files: readonly string[];
  /** Of all files. */
  readonly bytes: number;
  /** The page of the dataset. */
  readonly url: string;
  /** Who can read it; a dataset that is not there yet is made, for its owner alone. */
  readonly readers: 'everybody' | 'its members' | 'nobody yet';
  /** The commit that the upload follows, so that nobody else's is lost. */
  readonly parent: string | undefined;
}

const REPO = /^[\w.-]+\/[\w.-]+$/;
const CHECKSUM = /^([0-9a-f]{64}) {2}(\S+)$/gm;
const InfoSchema = v.object({ sha: v.string(), private: v.boolean() });

/**
 * Looks at a release and at the place that it is to go to; sends nothing but questions.
 *
 * @throws {UserError} where a file of the release has changed since, and for a repository or token
 *   that the hub does not let write
 * @throws {CancelledError} once the signal is aborted
 */
export async function planUpload(folder: string, target: UploadTarget): Promise<UploadPlan> {
  const { repo, token } = target;
  if (!REPO.test(repo)) {
    throw new UserError(`“${repo}” names no dataset. Expected OWNER/NAME.`);
  }
  if (!isToken(token)) {
    throw new UserError('That is no access token of Hugging Face: those start with hf_.');
  }
  const files = await releasedFiles(folder);
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const info = await existing(target);
  return {
    ...{ folder, files: files.map(({ name }) => name), bytes },
    url: `${hubEndpoint()}/datasets/${repo}`,
    readers: info ? (info.private ? 'its members' : 'everybody') : 'nobody yet',
    parent: info?.sha,
  };
}

/**
 * Makes one commit of a release's files, in the place of those of the same names; the dataset is
 * made where there is none. Until the commit nothing is to be seen of it.
 *
 * @param tell called with what goes on
 * @returns the address of the commit
 * @throws {UserError} where the hub refuses or cannot be reached
 * @throws {CancelledError} once the signal is aborted
 */
export async function uploadRelease(
  { folder, parent, readers, url }: UploadPlan,
  title: string,
  target: UploadTarget,
  tell: (what: string) => void,
): Promise<string> {
  const { repo, token, signal } = target;
  const files = await releasedFiles(folder);
  const designation = { type: 'dataset', name: repo } as const;
  const asking = new Asking(target);
  return asking.ask(async (access) => {
    if (readers === 'nobody yet') {
      tell('making the dataset');
      await createRepo({ ...access, accessToken: token, repo: designation, visibility: 'private' });
    }
    const made = await uploadFiles({
      hubUrl: access.hubUrl,
      accessToken: token,
      repo: designation,
      commitTitle: title,
      ...(parent !== undefined && { parentCommit: parent }),
      files: files.map(({ name, content }) => ({ path: name, content: new Blob([content]) })),
      ...(signal && { abortSignal: signal }),
      // Plain HTTP, which mirrors and proxies speak too: a few megabytes gain nothing from Xet.
      useXet: false,
      fetch: async (input, init) => {
        const phase = phaseOf(input, init);
        if (phase === 'publishing') asking.isPublishing = true;
        tell(phase);
        return fetch(input, init);
      },
    });
    return made?.commit.url ?? url;
  });
}

/** The files of a release, as they were when it was made. */
async function releasedFiles(
  folder: string,
): Promise<readonly { readonly name: string; readonly content: Uint8Array<ArrayBuffer> }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = await Promise.all(
    names
      .toSorted()
      .map(async (name) => ({ name, content: new Uint8Array(await readFile(join(folder, name))) })),
  );
  const card = files.find(({ name }) => name === 'README.md')?.content;
  if (!card) throw new UserError(`${folder} is no release: it has no data card.`);
  for (const [, expected, name] of new TextDecoder().decode(card).matchAll(CHECKSUM)) {
    const content = files.find((file) => file.name === name)?.content;
    const found = content && createHash('sha256').update(content).digest('hex');
    if (found === expected) continue;
    throw new UserError(
      `${join(folder, name ?? '')} is not what was released: its data card has another checksum. Delete ${folder} and release anew.`,
    );
  }
  return files;
}

async function existing(target: UploadTarget) {
  try {
    return await new Asking(target).ask(async (access) => {
      const { repo: name, token: accessToken } = target;
      const info = await datasetInfo({ ...access, name, accessToken, additionalFields: ['sha'] });
      return v.parse(InfoSchema, info);
    });
  } catch (error) {
    if (error instanceof NoSuchDataset) return undefined;
    throw error;
  }
}

function phaseOf(input: string | URL | Request, init?: RequestInit): string {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (pathname.includes('/commit/')) return 'publishing';
  return init?.method === 'PUT' ? 'sending large files' : 'preparing';
}

const ANOTHER_TOKEN =
  'Set another one: in VS Code with “BigCodeBench: Set Hugging Face Token…”, for bcb in HF_TOKEN.';

class NoSuchDataset extends UserError {}

/** A conversation with the hub, whose failures are told in words that help. */
class Asking {
  /** From then on, a cut connection leaves open whether it has worked. */
  isPublishing = false;

  constructor(private readonly target: UploadTarget) {}

  async ask<T>(
    question: (access: { readonly hubUrl: string; readonly fetch: typeof fetch }) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.target;
    try {
      return await question({
        hubUrl: hubEndpoint(),
        fetch: (input, init) => fetch(input, { ...init, signal: signal ?? null }),
      });
    } catch (error) {
      if (signal?.aborted) throw new CancelledError();
      throw error instanceof HubApiError ? this.#refusal(error) : this.#cut(error);
    }
  }

  #refusal({ statusCode, message }: HubApiError): UserError {
    const { repo } = this.target;
    const hub = hubEndpoint();
    const said = this.#withoutToken(message);
    switch (statusCode) {
      case 401:
        return new UserError(`${hub} does not accept the access token. ${ANOTHER_TOKEN}`);
      case 403:
        return new UserError(
          `${hub} does not let this access token write to ${repo}: it needs the role “write” for it. ${ANOTHER_TOKEN}`,
        );
      case 404:
        return new NoSuchDataset(`There is no dataset ${repo} on ${hub}.`);
      case 409:
      case 412:
        return new UserError(
          `${repo} has changed meanwhile, so nothing was published. Look at it and try again.`,
        );
      default:
        return statusCode < 500
          ? new UserError(`${hub} refuses the release (HTTP ${String(statusCode)}): ${said}`)
          : new UserError(
              `${hub} answers with an error (HTTP ${String(statusCode)}). ${this.#outcome()}`,
            );
    }
  }

  #cut(error: unknown): UserError {
    const reason = this.#withoutToken(reasonOf(error));
    return new UserError(`${hubEndpoint()} cannot be reached (${reason}). ${this.#outcome()}`);
  }

  #outcome(): string {
    return this.isPublishing
      ? `Whether the release was published is to be seen at ${hubEndpoint()}/datasets/${this.target.repo}.`
      : 'Nothing was published. Try again: large files that have arrived are not sent twice.';
  }

  #withoutToken(text: string): string {
    return text.replaceAll(this.target.token, '…');
  }
}
