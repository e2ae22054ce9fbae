/** Those routes of Hugging Face which an upload needs, for the server of hubServer.ts. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { COMMIT, sendJson, type HubServer } from './hubServer.js';

export interface Commit {
  readonly header: unknown;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** What has arrived. */
export interface HubUploads {
  /** The body of the request that made the repository. */
  created: unknown;
  /** Large files by their SHA-256. */
  readonly stored: Map<string, Buffer>;
  commit: Commit | undefined;
  /** The same, once it has come. */
  readonly committed: Promise<Commit>;
  /** Answers a route by returning true; called first. */
  misbehave: (route: string, response: ServerResponse) => boolean;
}

export interface UploadOptions {
  readonly repo: string;
  readonly token: string;
  /** Absent where there is no such repository. */
  readonly visibility?: 'public' | 'private';
  /** Large files are asked for in parts of this many bytes. */
  readonly partSize?: number;
}

const LARGE = /\.(?:parquet|gz)$/;
const PreuploadSchema = v.object({
  files: v.array(v.object({ path: v.string(), size: v.number(), sample: v.string() })),
});
const BatchSchema = v.object({
  operation: v.literal('upload'),
  transfers: v.array(v.string()),
  objects: v.array(v.object({ oid: v.string(), size: v.number() })),
});
const CommitLineSchema = v.variant('key', [
  v.object({ key: v.literal('header'), value: v.looseObject({ summary: v.string() }) }),
  v.object({
    key: v.literal('file'),
    value: v.object({ path: v.string(), content: v.string(), encoding: v.literal('base64') }),
  }),
  v.object({
    key: v.literal('lfsFile'),
    value: v.object({ path: v.string(), oid: v.string(), size: v.number() }),
  }),
]);

/** Has a server take uploads to one repository, as the hub does. */
export function takeUploads(hub: HubServer, options: UploadOptions): HubUploads {
  const { repo, token, partSize } = options;
  const api = `/api/datasets/${repo}`;
  let { visibility } = options;
  const parts = new Map<string, Buffer>();
  let tellOfCommit: (commit: Commit) => void;
  const uploads: HubUploads = {
    created: undefined,
    stored: new Map(),
    commit: undefined,
    committed: new Promise((resolve) => (tellOfCommit = resolve)),
    misbehave: () => false,
  };
  hub.intercept = (request, response) => {
    const { pathname } = new URL(request.url ?? '', hub.url);
    const route = `${request.method ?? ''} ${pathname}`;
    if (uploads.misbehave(route, response)) return true;
    void readBody(request).then((body) => {
      answer(route, request, body, response);
    });
    return true;
  };
  return uploads;

  function answer(
    route: string,
    { headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    // The addresses of large files are signed: they take no token.
    if (!route.includes(' /lfs/') && headers.authorization !== `Bearer ${token}`) {
      sendJson(response, { error: 'Invalid username or password.' }, 401);
    } else if (route === `GET ${api}/revision/HEAD`) {
      if (visibility === undefined) sendJson(response, { error: 'Repository not found' }, 404);
      else sendJson(response, { id: repo, sha: COMMIT, private: visibility === 'private' });
    } else if (route === 'POST /api/repos/create') {
      uploads.created = json(body);
      visibility = 'private';
      sendJson(response, { url: `${hub.url}/datasets/${repo}`, id: '1' });
    } else if (route === `POST ${api}/preupload/main`) {
      const { files } = v.parse(PreuploadSchema, json(body));
      const uploadMode = (path: string): string => (LARGE.test(path) ? 'lfs' : 'regular');
      sendJson(response, {
        files: files.map(({ path }) => ({ path, uploadMode: uploadMode(path) })),
      });
    } else if (route === `POST /datasets/${repo}.git/info/lfs/objects/batch`) {
      const { objects } = v.parse(BatchSchema, json(body));
      const transfer = partSize === undefined ? 'basic' : 'multipart';
      sendJson(response, { transfer, objects: objects.map(actionsOf) });
    } else if (route.startsWith('PUT /lfs/')) {
      take(route.slice('PUT /lfs/'.length), body, response);
    } else if (route.startsWith('POST /lfs/')) {
      join(route.slice('POST /lfs/'.length), response);
    } else if (route === `POST ${api}/commit/main`) {
      takeCommit(body, response);
    } else {
      sendJson(response, { error: `No such route: ${route}` }, 404);
    }
  }

  function actionsOf({ oid, size }: { oid: string; size: number }) {
    // What has arrived before need not be sent.
    if (uploads.stored.has(oid)) return { oid, size };
    const href = `${hub.url}/lfs/${oid}`;
    if (partSize === undefined) return { oid, size, actions: { upload: { href } } };
    const numbers = Array.from({ length: Math.ceil(size / partSize) }, (_, index) =>
      String(index + 1).padStart(5, '0'),
    );
    const header: Record<string, string> = { chunk_size: String(partSize) };
    for (const number of numbers) header[number] = `${href}/${number}`;
    return { oid, size, actions: { upload: { href, header } } };
  }

  function take(name: string, body: Buffer, response: ServerResponse): void {
    if (name.includes('/')) parts.set(name, body);
    const isRight = name.includes('/') || store(name, body);
    response.writeHead(isRight ? 200 : 400, { etag: `"${String(body.length)}"` }).end();
  }

  function join(oid: string, response: ServerResponse): void {
    const own = [...parts].filter(([name]) => name.startsWith(`${oid}/`)).toSorted();
    const isWhole = store(oid, Buffer.concat(own.map(([, part]) => part)));
    sendJson(response, {}, isWhole ? 200 : 400);
  }

  function store(oid: string, content: Buffer): boolean {
    if (createHash('sha256').update(content).digest('hex') !== oid) return false;
    uploads.stored.set(oid, content);
    return true;
  }

  function takeCommit(body: Buffer, response: ServerResponse): void {
    const lines = body
      .toString('utf8')
      .split('\n')
      .map((line) => v.parse(CommitLineSchema, JSON.parse(line)));
    const files = new Map<string, Buffer>();
    let header: unknown;
    for (const { key, value } of lines) {
      if (key === 'header') header = value;
      else if (key === 'file') files.set(value.path, Buffer.from(value.content, 'base64'));
      else files.set(value.path, uploads.stored.get(value.oid) ?? Buffer.from('never sent'));
    }
    uploads.commit = { header, files };
    tellOfCommit(uploads.commit);
    const commitUrl = `${hub.url}/datasets/${repo}/commit/${COMMIT}`;
    sendJson(response, { success: true, commitOid: COMMIT, commitUrl, hookOutput: '' });
  }
}

function json(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
