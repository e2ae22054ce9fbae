/** A local server that speaks OpenAI's chat completions, and misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What to do with one request. */
export type Reaction =
  | { readonly say: readonly string[]; readonly reason?: string }
  | { readonly refuse: string }
  | { readonly status: number; readonly message: string; readonly retryAfter?: number }
  /** Sends these pieces, then closes the connection in the middle. */
  | { readonly cutAfter: readonly string[] }
  /** Sends these pieces, then nothing for ever. */
  | { readonly stallAfter: readonly string[] }
  | { readonly nonsense: string }
  | { readonly never: true };

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly messages: readonly unknown[] };
}

export interface ModelServer {
  readonly baseUrl: string;
  /** The requests so far. */
  readonly asked: readonly Asked[];
}

/** A test, or a suite, at whose end the server is closed. */
interface Closing {
  after(close: () => void): void;
}

/** What the server says that it has. */
const MODELS = ['made', 'made-too'];

/** Reacts to the first request with the first reaction and so on; the last one is kept up. */
export async function serveModel(t: Closing, ...reactions: Reaction[]): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const data = MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'made' }));
      response.end(JSON.stringify({ object: 'list', data }));
      return;
    }
    void readBody(request).then((body) => {
      const { url = '', headers } = request;
      asked.push({
        path: url,
        authorization: headers.authorization,
        body: JSON.parse(body) as Asked['body'],
      });
      const reaction = reactions[Math.min(asked.length, reactions.length) - 1];
      if (reaction) react(response, reaction);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, asked };
}

function react(response: ServerResponse, reaction: Reaction): void {
  if ('never' in reaction) return;
  if ('status' in reaction) {
    response.writeHead(reaction.status, {
      'content-type': 'application/json',
      ...(reaction.retryAfter !== undefined && { 'retry-after': String(reaction.retryAfter) }),
    });
    response.end(JSON.stringify({ error: { message: reaction.message, type: 'made_up' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('nonsense' in reaction) {
    response.end(`data: ${reaction.nonsense}\n\n`);
  } else if ('refuse' in reaction) {
    send(response, { refusal: reaction.refuse });
    finish(response, 'stop');
  } else if ('say' in reaction) {
    for (const content of reaction.say) send(response, { content });
    finish(response, reaction.reason ?? 'stop');
  } else if ('cutAfter' in reaction) {
    for (const content of reaction.cutAfter) send(response, { content });
    setImmediate(() => response.destroy());
  } else {
    for (const content of reaction.stallAfter) send(response, { content });
  }
}

function send(response: ServerResponse, delta: object, reason: string | null = null): void {
  const chunk = {
    ...{ id: 'made-1', object: 'chat.completion.chunk', created: 0, model: 'made' },
    choices: [{ index: 0, delta, finish_reason: reason }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function finish(response: ServerResponse, reason: string): void {
  send(response, {}, reason);
  response.end('data: [DONE]\n\n');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
