import assert from 'node:assert/strict';
import { UserError } from '../../src/core/errors.js';

/** The words of the error that work must end in, which never hold `secret`. */
export async function failureOf(work: Promise<unknown>, secret: string): Promise<string> {
  const error = await work.then(
    () => assert.fail('it works'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UserError, String(error));
  assert.ok(!JSON.stringify([error.message, error.stack]).includes(secret));
  return error.message;
}
