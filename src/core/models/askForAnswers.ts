import { mapConcurrently } from '../concurrently.js';
import { UserError } from '../errors.js';
import type { LanguageModel, Message } from './languageModel.js';

/** What a model said, or why it said nothing. */
export interface Answer {
  readonly model: string;
  readonly text?: string;
  readonly reason?: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with how it goes, in a few words. */
  readonly tell?: ((what: string) => void) | undefined;
}

/** So many that a server has something to do, and so few that a slow one is not left behind. */
const AT_ONCE = 4;

/**
 * Asks several models the same, each as often as `count` says, one model after the other.
 * @returns in the order of the models; where one does not answer, why
 * @throws {UserError} where no model has given any answer
 * @throws {CancelledError} once the signal is aborted
 */
export async function askForAnswers(
  models: readonly LanguageModel[],
  messages: readonly Message[],
  count: number,
  { signal, tell }: AskOptions = {},
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const model of models) {
    const { name } = model;
    let done = 0;
    const progress = (): string => `${name}: ${done} of ${count} answers`;
    const onRetry = (reason: string): void => tell?.(`${progress()}; asking again: ${reason}`);
    const ask = async (): Promise<Answer> => {
      const answer = await answerOf(model, messages, { signal, onRetry });
      done += 1;
      tell?.(progress());
      return answer;
    };
    tell?.(progress());
    answers.push(...(await mapConcurrently(Array.from({ length: count }), AT_ONCE, ask)));
  }
  if (answers.some(({ text }) => text !== undefined)) return answers;
  throw new UserError(answers[0]?.reason ?? 'No model was asked.');
}

async function answerOf(
  model: LanguageModel,
  messages: readonly Message[],
  options: Parameters<LanguageModel['answer']>[1],
): Promise<Answer> {
  try {
    return { model: model.name, text: await model.answer(messages, options) };
  } catch (error) {
    if (error instanceof UserError) return { model: model.name, reason: error.message };
    throw error;
  }
}
