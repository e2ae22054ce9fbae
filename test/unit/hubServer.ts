/** A server that speaks those routes of Hugging Face which a download needs, and can misbehave. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface HubServer {
  readonly url: string;
  /** What was asked for, as `GET /path`, in order. */
  readonly requests: string[];
  /** The Authorization header of each request. */
  readonly tokens: (string | undefined)[];
  /** Replaces a route: called first, and answers by returning true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export interface HubContent {
  readonly repo: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly commit?: string;
}

/** A test, or a suite, at whose end the server is closed. */
interface Closing {
  after(close: () => Promise<void>): void;
}

/** Serves one repository, whose branch `main` is at its commit, until the test ends. */
export async function serveHub(t: Closing, content: HubContent): Promise<HubServer> {
  const { repo, files, commit = COMMIT } = content;
  const requests: string[] = [];
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://hub');
    requests.push(`${request.method ?? ''} ${pathname}`);
    tokens.push(request.headers.authorization);
    if (!hub.intercept(request, response)) {
      answer(pathname, request, response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const hub: HubServer = {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    tokens,
    intercept: () => false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.resolve();
    },
  };
  t.after(() => hub.close());
  return hub;

  function answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const api = `/api/datasets/${repo}`;
    if (path === `${api}/revision/main` || path === `${api}/revision/${commit}`) {
      sendJson(response, { _id: '1', id: repo, sha: commit, lastModified: '2024-01-01T00:00:00Z' });
    } else if (path === `${api}/tree/${commit}`) {
      sendTree(request, response);
    } else if (path.startsWith(`/datasets/${repo}/resolve/${commit}/`)) {
      // Large files come from another place than the hub itself.
      response.writeHead(302, { location: `/cdn/${path.split('/').slice(6).join('/')}` }).end();
    } else if (path.startsWith('/cdn/')) {
      sendFile(files[path.slice('/cdn/'.length)], request, response);
    } else {
      sendJson(response, { error: `Invalid rev id or repository: ${path}` }, 404);
    }
  }

  /** In pages of one entry, so that following the Link header is tried too. */
  function sendTree(request: IncomingMessage, response: ServerResponse): void {
    const entries = [
      { type: 'directory', path: 'data', size: 0, oid: 'd' },
      ...Object.entries(files).map(([path, bytes]) => ({
        type: 'file',
        path,
        size: bytes.length,
        oid: 'f',
        lfs: { oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.length },
      })),
    ];
    const url = new URL(request.url ?? '', hub.url);
    const page = Number(url.searchParams.get('cursor') ?? '0');
    if (page + 1 < entries.length) {
      url.searchParams.set('cursor', String(page + 1));
      response.setHeader('Link', `<${url.href}>; rel="next"`);
    }
    sendJson(response, entries.slice(page, page + 1));
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendFile(
  bytes: Uint8Array | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!bytes) {
    response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end();
    return;
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || to === undefined) {
    response.writeHead(200, { etag: '"e"', 'content-length': bytes.length }).end(bytes);
    return;
  }
  const part = bytes.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${to}/${String(bytes.length)}`;
  response.writeHead(206, { etag: '"e"', 'content-range': range }).end(part);
}
