import * as v from 'valibot';
import {
  HostMessageSchema,
  type HostMessage,
  type PageMessage,
} from '../../src/shared/overview.js';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export function post(message: PageMessage): void {
  api.postMessage(message);
}

/** Hands on every message of the extension that is one. */
export function onMessage(listener: (message: HostMessage) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(HostMessageSchema, data);
    if (message.success) listener(message.output);
    else console.error('Not a message of this page:', v.flatten(message.issues));
  });
}

/** What the page remembers while it is hidden or the window reloads; VS Code keeps it. */
export function loadState(): unknown {
  return api.getState();
}

export function saveState(state: unknown): void {
  api.setState(state);
}
