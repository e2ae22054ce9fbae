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

/** The code that Node gives a thrown value: `ENOENT`, `Z_DATA_ERROR`; undefined for one without. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** What a thrown value says of itself, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
