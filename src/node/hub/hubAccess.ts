/** Which Hugging Face is spoken to, and in whose name. */
import { UserError } from '../../core/errors.js';

const DEFAULT_ENDPOINT = 'https://huggingface.co';
const TOKEN_PREFIX = 'hf_';

/** Hugging Face, or the server that the environment variable HF_ENDPOINT names. */
export function hubEndpoint(): string {
  const endpoint = process.env['HF_ENDPOINT'];
  return endpoint ? endpoint.replace(/\/+$/, '') : DEFAULT_ENDPOINT;
}

/** The access token in HF_TOKEN, if there is one. @throws {UserError} for what is none */
export function environmentToken(): string | undefined {
  const token = process.env['HF_TOKEN'];
  if (!token) return undefined;
  if (isToken(token)) return token;
  throw new UserError(
    `The environment variable HF_TOKEN holds no access token of Hugging Face: those start with ${TOKEN_PREFIX}.`,
  );
}

/** Whether a text has the form of an access token. */
export function isToken(text: string): boolean {
  return text.startsWith(TOKEN_PREFIX) && text.length > TOKEN_PREFIX.length;
}

/** What went wrong: `fetch` puts what happened, such as a refused connection, into the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
