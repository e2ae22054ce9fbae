import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  OpenAI,
} from 'openai';
import type { AnswerOptions, LanguageModel, Message } from '../../core/models/languageModel.js';
import { CancelledError, messageOf, UserError } from '../../core/errors.js';

export interface OpenAiEndpointOptions {
  /** Where the API is, up to and including its version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Absent where the server asks for none, as local ones do. */
  readonly apiKey: string | undefined;
  readonly temperature?: number;
  /** How long to wait for the server's first word. */
  readonly timeoutSeconds: number;
  /** How often to ask again after 429, a server's error or a cut connection. */
  readonly retries: number;
}

/** What is wrong with an answer and may be right with the next one. */
class CutAnswer extends Error {}

/** A model behind an endpoint that speaks OpenAI's chat completions. */
export class OpenAiEndpoint implements LanguageModel {
  readonly name: string;
  readonly parameters: LanguageModel['parameters'];
  readonly #client: OpenAI;
  readonly #options: OpenAiEndpointOptions;

  constructor(options: OpenAiEndpointOptions) {
    this.#options = options;
    this.name = options.model;
    this.parameters = {
      endpoint: new URL(options.baseUrl).host,
      ...(options.temperature !== undefined && { temperature: options.temperature }),
    };
    this.#client = new OpenAI({
      baseURL: options.baseUrl,
      // The client insists on one; a server that asks for none ignores it.
      apiKey: options.apiKey ?? 'none',
      timeout: options.timeoutSeconds * 1000,
      // It waits longer each time, and as long as a server says with Retry-After.
      maxRetries: options.retries,
      logLevel: 'off',
    });
  }

  async answer(messages: readonly Message[], options: AnswerOptions = {}): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#answerOnce(messages, options);
      } catch (error) {
        if (options.signal?.aborted || error instanceof APIUserAbortError) {
          throw new CancelledError();
        }
        if (!(error instanceof CutAnswer) || attempt >= this.#options.retries) {
          throw this.#explain(error);
        }
        options.onRetry?.(error.message);
      }
    }
  }

  async #answerOnce(messages: readonly Message[], { signal, onText, onRetry }: AnswerOptions) {
    const { model, temperature } = this.#options;
    const silence = new Silence(this.#options.timeoutSeconds, signal);
    const received = { text: '', refusal: '', reason: undefined as string | undefined };
    try {
      const client = this.#client.withOptions({ fetch: tellingOfRetries(onRetry) });
      const stream = await client.chat.completions.create(
        {
          model,
          messages: [...messages],
          stream: true,
          ...(temperature !== undefined && { temperature }),
        },
        { signal: silence.signal },
      );
      for await (const { choices } of stream) {
        silence.broken();
        const [choice] = choices;
        const piece = choice?.delta.content ?? '';
        received.text += piece;
        received.refusal += choice?.delta.refusal ?? '';
        received.reason = choice?.finish_reason ?? received.reason;
        if (piece !== '') onText?.(piece);
      }
    } catch (error) {
      // Before the first word the client itself has tried again, and its errors say what was wrong.
      if (!silence.hasBegun) throw error;
      throw new CutAnswer(`the answer broke off (${messageOf(error)})`);
    } finally {
      silence.end();
    }
    signal?.throwIfAborted();
    return wholeAnswer(received);
  }

  /** What the user can do about it. The key is in none of the words. */
  #explain(error: unknown): Error {
    if (error instanceof UserError) return error;
    const { baseUrl, model, timeoutSeconds, retries } = this.#options;
    const tried = retries === 0 ? '' : `, also when asked ${retries} more times`;
    if (error instanceof CutAnswer) {
      return new UserError(`${model} at ${baseUrl}: ${error.message}${tried}.`);
    }
    if (error instanceof APIConnectionTimeoutError) {
      return new UserError(`${baseUrl} said nothing for ${timeoutSeconds} s${tried}.`);
    }
    if (error instanceof APIConnectionError) {
      return new UserError(
        `${baseUrl} cannot be reached (${this.#withoutKey(messageOf(error.cause ?? error))}). Is the server running, and the setting bigcodebench.model.endpoint right?`,
      );
    }
    if (error instanceof APIError) {
      const { message } = error;
      const status: unknown = error.status;
      return new UserError(this.#explainStatus({ status, message }, tried));
    }
    return new UserError(
      `${baseUrl} answers in a way that is not OpenAI’s: ${this.#withoutKey(messageOf(error))}`,
    );
  }

  #explainStatus(
    error: { readonly status: unknown; readonly message: string },
    tried: string,
  ): string {
    const { baseUrl, model } = this.#options;
    const said = this.#withoutKey(error.message);
    const { status } = error;
    if (status === 401 || status === 403) {
      return `${baseUrl} does not accept the key (${said}). Set another with “BigCodeBench: Set Model Key…”.`;
    }
    if (status === 404) return `${baseUrl} knows no model “${model}” (${said}).`;
    if (status === 429) return `${baseUrl} has had too many requests${tried} (${said}).`;
    return `${baseUrl} fails${tried} (${said}).`;
  }

  #withoutKey(text: string): string {
    const { apiKey } = this.#options;
    return apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '…');
  }
}

const LISTING_TIMEOUT_MS = 5000;

/** The names of the models behind an endpoint; none where it does not say. */
export async function endpointModels(
  baseUrl: string,
  apiKey: string | undefined,
): Promise<readonly string[]> {
  const client = new OpenAI({
    ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none' },
    ...{ timeout: LISTING_TIMEOUT_MS, maxRetries: 0, logLevel: 'off' },
  });
  try {
    const { data } = await client.models.list();
    return data.map(({ id }) => id).toSorted();
  } catch {
    return [];
  }
}

/** The client asks again by itself; this says so, with what the request before has come to. */
function tellingOfRetries(onRetry: AnswerOptions['onRetry']): typeof fetch {
  let before: string | undefined;
  return async (...request) => {
    if (before !== undefined) onRetry?.(before);
    before = 'the endpoint cannot be reached, or said nothing';
    const response = await fetch(...request);
    before = `the endpoint answered with status ${String(response.status)}`;
    return response;
  };
}

/** The text of an answer that has ended as it should. */
function wholeAnswer({
  text,
  refusal,
  reason,
}: {
  readonly text: string;
  readonly refusal: string;
  readonly reason: string | undefined;
}): string {
  if (refusal !== '') throw new UserError(`The model refuses: ${refusal}`);
  if (reason === 'content_filter') {
    throw new UserError('The endpoint has withheld the answer (content filter).');
  }
  if (reason === 'length') {
    throw new UserError(
      'The answer is longer than the endpoint allows, so it was cut. Ask for less, or choose a model that may answer at greater length.',
    );
  }
  if (reason === undefined) throw new CutAnswer('the answer broke off');
  if (text.trim() === '') throw new CutAnswer('the answer is empty');
  return text;
}

/** Ends a stream in which nothing has come for a while; the client looks after the time before it. */
class Silence {
  hasBegun = false;
  readonly #controller = new AbortController();
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly seconds: number,
    signal: AbortSignal | undefined,
  ) {
    const own = this.#controller.signal;
    this.signal = signal ? AbortSignal.any([own, signal]) : own;
  }

  /** Something has come. */
  broken(): void {
    this.hasBegun = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#controller.abort();
    }, this.seconds * 1000);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
