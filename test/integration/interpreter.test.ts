import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, studio } from './studio.js';

describe('the quick pick of interpreters', () => {
  it('opens at once and lists the one in use, with how many libraries it has', async () => {
    await studio();
    await command('openSamples');
    const { pickInterpreter } = await studio();
    const { pick, searched } = pickInterpreter();
    try {
      assert.deepEqual(
        pick.items.map(({ label }) => label.replace(/^\$\(.*?\) /, '')),
        ['Automatic', 'Enter Path…', 'Browse…'],
      );
      await searched;
      const inUse = pick.items.find(({ description }) => description?.startsWith('in use'));
      assert.ok(inUse, JSON.stringify(pick.items));
      assert.match(inUse.label, /^\$\(check\) Python 3\.\d+\.\d+$/);
      const [, has, of] = /has (\d+) of (\d+) libraries/.exec(inUse.description ?? '') ?? [];
      assert.ok(has !== undefined && has === of, inUse.description);
      const paths = pick.items.flatMap(({ detail }) => detail ?? []);
      assert.equal(new Set(paths).size, paths.length);
    } finally {
      pick.dispose();
    }
  });
});

describe('Open Terminal with This Python', () => {
  it('puts the interpreter first on the PATH', async () => {
    await studio();
    const before = vscode.window.terminals.length;
    await command('openTerminal');
    const terminal = vscode.window.terminals.at(-1);
    assert.equal(vscode.window.terminals.length, before + 1);
    assert.ok(terminal);
    try {
      const options = terminal.creationOptions as vscode.TerminalOptions;
      const python = vscode.workspace
        .getConfiguration('bigcodebench')
        .get<string>('pythonPath', '');
      assert.ok(options.env?.['PATH']?.startsWith(python.replace(/[\\/]python(\.exe)?$/, '')));
    } finally {
      terminal.dispose();
    }
  });
});
