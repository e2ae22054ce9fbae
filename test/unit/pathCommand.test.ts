import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { pathCommand } from '../../src/core/environments/pathCommand.js';

const FOLDER = "/it's here/bin";

describe('pathCommand', () => {
  it('works in a POSIX shell', { skip: process.platform === 'win32' }, () => {
    const line = `${pathCommand('/bin/sh', FOLDER)}; printf %s "$PATH"`;
    const output = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    assert.equal(output, `${FOLDER}:${process.env['PATH'] ?? ''}`);
  });

  it('speaks the language of other shells', () => {
    assert.equal(pathCommand('/usr/bin/fish', FOLDER), "set -gx PATH '/it\\'s here/bin' $PATH");
    assert.match(
      pathCommand('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', FOLDER),
      /^\$env:PATH = '\/it''s here\/bin' \+ /,
    );
    assert.equal(
      pathCommand('C:\\Windows\\System32\\cmd.exe', 'C:\\a b'),
      'set "PATH=C:\\a b;%PATH%"',
    );
  });
});
