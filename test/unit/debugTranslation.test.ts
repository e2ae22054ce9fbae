import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DebugMessage } from '../../src/core/debugging/messages.js';
import { DebugTranslation, type ProgramPlaces } from '../../src/core/debugging/translation.js';
import { frame, FrameReader } from '../../src/node/debugging/framing.js';

const FILE = '/tmp/bcbx/task.py';

/** Lines 1 to 10 are shown in `bcb:solution`, the others in `bcb:tests`; line 99 of it shows none. */
const PLACES: ProgramPlaces = {
  shows: (document) => document === 'bcb:solution' || document === 'bcb:tests',
  programLine: (document, line) => {
    if (line === 99) return undefined;
    return document === 'bcb:solution' ? line : line + 10;
  },
  place: (line) =>
    line <= 10
      ? { document: 'bcb:solution', name: 'Solution', line }
      : { document: 'bcb:tests', name: 'Tests', line: line - 10 },
};

const request = (seq: number, command: string, args: unknown): DebugMessage => ({
  seq,
  type: 'request',
  command,
  arguments: args,
});

const response = (request_seq: number, command: string, body: unknown): DebugMessage => ({
  seq: 1,
  type: 'response',
  request_seq,
  command,
  body,
});

const setBreakpoints = (seq: number, path: string, lines: readonly number[]): DebugMessage =>
  request(seq, 'setBreakpoints', {
    source: { path, name: 'x' },
    breakpoints: lines.map((line) => ({ line, condition: `x == ${String(line)}` })),
    lines,
  });

describe('DebugTranslation', () => {
  it('gives the adapter the breakpoints of all documents at once, in the program’s lines', () => {
    const translation = new DebugTranslation(FILE, PLACES);
    const breakpointsSent = (message: DebugMessage): unknown => {
      const sent = translation.toAdapter(message).arguments as {
        source: { path: string };
        breakpoints: { line: number; condition: string }[];
      };
      assert.equal(sent.source.path, FILE);
      return sent.breakpoints.map(({ line, condition }) => `${String(line)}: ${condition}`);
    };
    assert.deepEqual(breakpointsSent(setBreakpoints(1, 'bcb:tests', [1])), ['11: x == 1']);
    assert.deepEqual(breakpointsSent(setBreakpoints(2, 'bcb:solution', [4, 99, 5])), [
      '11: x == 1',
      '4: x == 4',
      '5: x == 5',
    ]);
    assert.deepEqual(breakpointsSent(setBreakpoints(3, 'bcb:tests', [])), [
      '4: x == 4',
      '5: x == 5',
    ]);
  });

  it('answers for the document that was asked about alone, in its own lines', () => {
    const translation = new DebugTranslation(FILE, PLACES);
    translation.toAdapter(setBreakpoints(1, 'bcb:tests', [1]));
    translation.toAdapter(setBreakpoints(2, 'bcb:solution', [4, 99, 10]));
    const source = { path: FILE };
    const answer = translation.toEditor(
      response(2, 'setBreakpoints', {
        breakpoints: [
          { id: 1, verified: true, line: 11, source },
          { id: 2, verified: true, line: 5, source },
          { id: 3, verified: true, line: 11, source },
        ],
      }),
    );
    assert.deepEqual(answer.body, {
      breakpoints: [
        { id: 2, verified: true, line: 5, source: undefined },
        { verified: false, line: 99, message: 'No line of the program.' },
        // The adapter has moved it into another document: it stays where it was set.
        { id: 3, verified: true, line: 10, source: undefined },
      ],
    });
  });

  it('passes on what concerns other documents', () => {
    const translation = new DebugTranslation(FILE, PLACES);
    const message = setBreakpoints(1, '/home/me/other.py', [1]);
    assert.deepEqual(translation.toAdapter(message), message);
    const answer = response(1, 'setBreakpoints', {
      breakpoints: [{ line: 1, source: { path: '/home/me/other.py' } }],
    });
    assert.deepEqual(translation.toEditor(answer), answer);
  });

  it('shows frames and printed text where the program’s lines are shown', () => {
    const translation = new DebugTranslation(FILE, PLACES);
    const library = { id: 2, line: 7, source: { path: '/lib/x.py', sourceReference: 0 } };
    const answer = translation.toEditor(
      response(1, 'stackTrace', {
        stackFrames: [
          { id: 1, line: 12, source: { path: FILE.toUpperCase(), sourceReference: 5 } },
          library,
        ],
      }),
    );
    assert.deepEqual(answer.body, {
      stackFrames: [{ id: 1, line: 2, source: { name: 'Tests', path: 'bcb:tests' } }, library],
    });
    const output = { seq: 1, type: 'event', event: 'output' } as const;
    assert.deepEqual(
      translation.toEditor({ ...output, body: { output: 'x', line: 3, source: { path: FILE } } })
        .body,
      { output: 'x', line: 3, source: { name: 'Solution', path: 'bcb:solution' } },
    );
  });

  it('leads “Jump to Cursor” to the line and back', () => {
    const translation = new DebugTranslation(FILE, PLACES);
    const asked = translation.toAdapter(
      request(1, 'gotoTargets', { source: { path: 'bcb:tests' }, line: 3 }),
    );
    assert.deepEqual(asked.arguments, { source: { path: FILE }, line: 13 });
    const answer = translation.toEditor(
      response(1, 'gotoTargets', { targets: [{ id: 1, label: 'x', line: 13 }] }),
    );
    assert.deepEqual(answer.body, { targets: [{ id: 1, label: 'x', line: 3 }] });
  });
});

describe('FrameReader', () => {
  it('puts messages together however they were torn apart', () => {
    const messages = [{ text: 'größer' }, { seq: 2 }, {}];
    const stream = Buffer.from(messages.map(frame).join(''));
    for (const size of [1, 7, 30, stream.length]) {
      const reader = new FrameReader();
      const read: unknown[] = [];
      for (let at = 0; at < stream.length; at += size) {
        read.push(...reader.feed(stream.subarray(at, at + size)));
      }
      assert.deepEqual(read, messages);
    }
  });

  it('refuses what is no message', () => {
    assert.throws(() => new FrameReader().feed(Buffer.from('Traceback\r\n\r\n')), SyntaxError);
  });
});
