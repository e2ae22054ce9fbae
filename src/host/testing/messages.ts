import * as vscode from 'vscode';
import type { RunResult } from '../../core/engine.js';
import type { Frame, TestOutcome } from '../../shared/engineProtocol.js';
import type { ProgramSource } from './programSource.js';

/** Why a test failed, at the innermost line of the task that the traceback names. */
export function outcomeMessage(outcome: TestOutcome, source: ProgramSource): vscode.TestMessage {
  const detail = outcome.traceback === '' ? '' : `\n\n${outcome.traceback}`;
  return located(`${outcome.message}${detail}`, outcome.frames, source);
}

/** Why an example is not true, at its line in the docstring: both outputs, or what it raised. */
export function exampleMessage(outcome: TestOutcome, source: ProgramSource): vscode.TestMessage {
  const message = outcomeMessage(outcome, source);
  const { example } = outcome;
  if (!example) return message;
  message.location = source.locate(example.line);
  if (outcome.status === 'fail' && example.expected !== null && example.got !== null) {
    message.message = mismatchText(example.expected, example.got);
    message.expectedOutput = example.expected;
    message.actualOutput = example.got;
  }
  return message;
}

/** Shown behind the line; a click opens the comparison, for outputs of several lines. */
function mismatchText(expected: string, got: string): string {
  const isShort = [expected, got].every((output) => !output.trim().includes('\n'));
  if (!isShort) return 'The output differs from the one in the docstring';
  return `Expected ${expected.trim()}, got ${got.trim() === '' ? 'no output' : got.trim()}`;
}

/** Why the task as a whole has no verdict from its tests: a syntax error, a time-out, a crash. */
export function taskMessage(result: RunResult, source: ProgramSource): vscode.TestMessage {
  const official = result.details['ALL'];
  const detail = official === undefined || official === result.message ? '' : `\n\n${official}`;
  return located(`${result.message}${detail}`, result.frames, source);
}

/** Why a test has no result of its own. */
export function missedTestMessage(result: RunResult): vscode.TestMessage {
  return new vscode.TestMessage(`Did not finish: ${result.message}`);
}

function located(
  text: string,
  frames: readonly Frame[],
  source: ProgramSource,
): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  const places = frames.map((frame) => ({ frame, at: source.locate(frame.line) })).reverse();
  const [innermost] = places;
  if (innermost) message.location = innermost.at;
  message.stackTrace = places.map(
    ({ frame, at }) => new vscode.TestMessageStackFrame(frame.function, at.uri, at.range.start),
  );
  return message;
}
