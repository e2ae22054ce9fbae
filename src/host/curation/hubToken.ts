import * as vscode from 'vscode';
import { CancelledError } from '../../core/errors.js';
import { environmentToken, hubEndpoint, isToken } from '../../node/hub/hubAccess.js';

/**
 * The access token for Hugging Face, in VS Code's secret storage alone. It is kept for one server, so
 * that a window with another HF_ENDPOINT never sends it there.
 */
export class HubToken {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** The token that is kept, else the one in HF_TOKEN, else one that the user is asked for. */
  async get(): Promise<string> {
    const known = (await this.secrets.get(secretName())) ?? environmentToken();
    return known ?? this.ask();
  }

  /** Asks for a token, and keeps it. @throws {CancelledError} */
  async ask(): Promise<string> {
    const typed = await vscode.window.showInputBox({
      title: 'Set Hugging Face Token',
      prompt: `An access token of ${hubEndpoint()} with the role “write”. It is kept in VS Code’s secret storage, never in a setting.`,
      placeHolder: 'hf_…',
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => (isToken(text.trim()) ? undefined : 'A token starts with hf_.'),
    });
    if (typed === undefined) throw new CancelledError();
    await this.secrets.store(secretName(), typed.trim());
    return typed.trim();
  }

  /** Forgets the token. */
  async remove(): Promise<void> {
    await this.secrets.delete(secretName());
  }
}

function secretName(): string {
  return `bigcodebench.hub.token ${new URL(hubEndpoint()).origin}`;
}
