import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../../core/errors.js';

/**
 * Keys of model endpoints, in VS Code's secret storage alone. Each is kept for one server, so that a
 * workspace that names another endpoint never gets to see it.
 */
export class ModelKeys {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  async get(endpoint: string): Promise<string | undefined> {
    return this.secrets.get(nameOf(endpoint));
  }

  async set(endpoint: string, key: string): Promise<void> {
    await this.secrets.store(nameOf(endpoint), key);
  }

  async remove(endpoint: string): Promise<void> {
    await this.secrets.delete(nameOf(endpoint));
  }
}

/** Set Model Key…: asks for the key of the endpoint in the settings. */
export async function setModelKey(keys: ModelKeys): Promise<void> {
  const endpoint = configuredEndpoint();
  const key = await vscode.window.showInputBox({
    title: 'Set Model Key',
    prompt: `For ${hostOf(endpoint)}. It is kept in VS Code’s secret storage, never in a setting.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'The key is empty.' : undefined),
  });
  if (key === undefined) throw new CancelledError();
  await keys.set(endpoint, key.trim());
}

/** Remove Model Key: forgets the key of the endpoint in the settings. */
export async function removeModelKey(keys: ModelKeys): Promise<void> {
  const endpoint = configuredEndpoint();
  const known = await keys.get(endpoint);
  await keys.remove(endpoint);
  const said = known === undefined ? 'There was no key for' : 'Removed the key for';
  void vscode.window.showInformationMessage(`${said} ${hostOf(endpoint)}.`);
}

function configuredEndpoint(): string {
  const endpoint = vscode.workspace
    .getConfiguration('bigcodebench.model')
    .get<string>('endpoint', '');
  if (endpoint !== '') return endpoint;
  throw new UserError(
    'A key belongs to an endpoint. Name it first in the setting bigcodebench.model.endpoint.',
  );
}

/** @throws {UserError} for what is no address of HTTP */
export function hostOf(endpoint: string): string {
  return urlOf(endpoint).host;
}

function nameOf(endpoint: string): string {
  return `bigcodebench.model.key ${urlOf(endpoint).origin}`;
}

function urlOf(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UserError(
    `The setting bigcodebench.model.endpoint is no address: “${endpoint}”. Expected one such as http://localhost:11434/v1.`,
  );
}
