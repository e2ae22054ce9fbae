import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeUtf8 } from '../../src/node/utf8.js';

const SOUND = 'é, 漢字 and 🐍:\n\uFFFD\r\n';

function refusalOf(bad: readonly number[], after = ''): unknown {
  return decodeUtf8(Buffer.concat([Buffer.from(SOUND), Buffer.from(bad), Buffer.from(after)]));
}

describe('the text of a file', () => {
  it('gives back its bytes, whatever characters it has', () => {
    for (const text of ['', SOUND, `\uFEFF${SOUND}`]) {
      assert.equal(decodeUtf8(Buffer.from(text)), text);
    }
  });

  it('names the first byte that is part of no character, with its line', () => {
    const offset = Buffer.byteLength(SOUND);
    for (const [bad, after, name] of [
      [[0xe9], '\nmore', '0xE9'],
      // Characters that are cut short, in the file and at its end.
      [[0xef, 0xbf], 'x', '0xEF'],
      [[0xef, 0xbf], '', '0xEF'],
      [[0xf0, 0x9f, 0x90], '\n', '0xF0'],
      // A byte that only goes on with one, and half of a UTF-16 pair.
      [[0x80, 0xe9], '', '0x80'],
      [[0xed, 0xa0, 0x80], '', '0xED'],
      [[0xff, 0xfe], 'x', '0xFF'],
    ] as const) {
      const reason = `not UTF-8: byte ${name} at offset ${String(offset)}. Save the file as UTF-8.`;
      assert.deepEqual(refusalOf(bad, after), { line: 3, reason });
    }
  });
});
