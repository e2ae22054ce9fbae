import * as v from 'valibot';
import { KeptPageSchema, type KeptPage, type Ready } from '../src/shared/page.js';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const meta = document.querySelector<HTMLMetaElement>('meta[name="subject"]');
const subject = decodeURIComponent(meta?.content ?? '');

/** A page's ways to the extension and back. */
export interface Line<Received, Sent> {
  readonly post: (message: Sent) => void;
  /** Hands on every message of the extension that is one, and asks for the first. */
  readonly listen: (listener: (message: Received) => void) => void;
}

/** @param schema of what the extension sends to this page */
export function connect<Received, Sent>(
  schema: v.GenericSchema<unknown, Received>,
): Line<Received, Sent> {
  return {
    post: (message) => {
      api.postMessage(message);
    },
    listen: (listener) => {
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = v.safeParse(schema, data);
        if (message.success) listener(message.output);
        else console.error('Not a message of this page:', v.flatten(message.issues));
      });
      api.postMessage({ type: 'ready' } satisfies Ready);
    },
  };
}

/** How the user had arranged the page when it was hidden or the window reloaded. */
export function keptArrangement(): unknown {
  const kept = v.safeParse(KeptPageSchema, api.getState());
  return kept.success ? kept.output.arrangement : undefined;
}

export function keepArrangement(arrangement: unknown): void {
  api.setState({ subject, arrangement } satisfies KeptPage);
}

// From the first moment on, so that the extension knows whose page it is when the window reloads.
keepArrangement(keptArrangement());
