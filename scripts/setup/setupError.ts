/** Something that the person at the terminal can mend: the message says what and how, and is all that is printed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
