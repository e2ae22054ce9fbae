/** A model that writes text, wherever it runs. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface AnswerOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of the answer as it arrives. */
  readonly onText?: ((piece: string) => void) | undefined;
  /** Called when the answer is asked for again; what had arrived of it no longer counts. */
  readonly onRetry?: ((reason: string) => void) | undefined;
}

export interface LanguageModel {
  readonly name: string;
  /** What a record says of how it was asked; never a secret. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /**
   * The model's whole answer.
   * @throws {UserError} where there is none: refused, empty, cut short, or the endpoint fails
   * @throws {CancelledError} once the signal is aborted
   */
  answer(messages: readonly Message[], options?: AnswerOptions): Promise<string>;
}
