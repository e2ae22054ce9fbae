import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../../core/errors.js';
import type { AnswerOptions, LanguageModel, Message } from '../../../core/models/languageModel.js';

/** A model that another extension offers through VS Code. */
export class EditorModel implements LanguageModel {
  readonly name: string;
  readonly parameters: LanguageModel['parameters'];

  constructor(
    private readonly model: vscode.LanguageModelChat,
    private readonly temperature?: number,
  ) {
    const { name, vendor, family, version } = model;
    this.name = name;
    this.parameters = {
      vendor,
      family,
      version,
      ...(temperature !== undefined && { temperature }),
    };
  }

  async answer(
    messages: readonly Message[],
    { signal, onText }: AnswerOptions = {},
  ): Promise<string> {
    const cancel = new vscode.CancellationTokenSource();
    const abort = (): void => {
      cancel.cancel();
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      if (signal?.aborted) throw new CancelledError();
      const options = {
        justification: 'To propose a revision of a task, or to solve it.',
        ...(this.temperature !== undefined && { modelOptions: { temperature: this.temperature } }),
      };
      const asked = messages.map(chatMessage);
      const { text } = await this.model.sendRequest(asked, options, cancel.token);
      let answer = '';
      for await (const piece of text) {
        answer += piece;
        onText?.(piece);
      }
      if (cancel.token.isCancellationRequested) throw new CancelledError();
      if (answer.trim() === '') throw new UserError(`${this.name} gives an empty answer.`);
      return answer;
    } catch (error) {
      if (cancel.token.isCancellationRequested) throw new CancelledError();
      throw error instanceof vscode.LanguageModelError ? this.#explain(error) : error;
    } finally {
      signal?.removeEventListener('abort', abort);
      cancel.dispose();
    }
  }

  #explain({ code, message }: vscode.LanguageModelError): UserError {
    if (code === vscode.LanguageModelError.NoPermissions.name) {
      return new UserError(`VS Code was not allowed to ask ${this.name}: ${message}`);
    }
    if (code === vscode.LanguageModelError.NotFound.name) {
      return new UserError(`${this.name} is no longer offered.`);
    }
    if (code === vscode.LanguageModelError.Blocked.name) {
      return new UserError(`${this.name} does not answer: a quota is used up or a filter objects.`);
    }
    return new UserError(`${this.name} fails: ${message}`);
  }
}

/** The API knows no system messages; what they say comes first all the same. */
function chatMessage({ role, content }: Message): vscode.LanguageModelChatMessage {
  return role === 'assistant'
    ? vscode.LanguageModelChatMessage.Assistant(content)
    : vscode.LanguageModelChatMessage.User(content);
}
