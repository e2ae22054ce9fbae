/**
 * Something that the user can understand and mend: its message says what is wrong and what to do next.
 * Everything else that is thrown is a defect and is logged with its stack.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The operation was ended by the user. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  constructor() {
    super('Cancelled.');
  }
}

/** What a thrown value says of itself, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
