import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { makeEnvironment } from '../unit/pythonTree.js';
import { command, eventually, studio } from './studio.js';

describe('the quick pick of interpreters', () => {
  it('opens at once and lists the one in use, with how many libraries it has', async () => {
    await studio();
    await command('openSamples');
    const { pickInterpreter } = await studio();
    const { pick, searched } = pickInterpreter();
    // What other tests have opened may still take the focus.
    pick.ignoreFocusOut = true;
    try {
      assert.deepEqual(
        pick.items.map(({ label }) => label.replace(/^\$\(.*?\) /, '')),
        ['Automatic', 'Create Environment…', 'Enter Path…', 'Browse…'],
      );
      await searched;
      const inUse = pick.items.find(({ description }) => description?.startsWith('in use'));
      assert.ok(inUse, JSON.stringify(pick.items));
      assert.match(inUse.label, /^\$\(check\) Python 3\.\d+\.\d+$/);
      const [, has, of] = /has (\d+) of (\d+) libraries/.exec(inUse.description ?? '') ?? [];
      // One of the fixtures, which may be open by now, imports what nobody has.
      assert.ok(Number(has) > 0 && Number(of) - Number(has) <= 1, inUse.description);
      const paths = pick.items.flatMap(({ detail }) => detail ?? []);
      assert.equal(new Set(paths).size, paths.length);
    } finally {
      pick.dispose();
    }
  });
});

describe('Open Terminal with This Python', () => {
  it('has the environment of the interpreter', async () => {
    await studio();
    const before = vscode.window.terminals.length;
    await command('openTerminal');
    const terminal = vscode.window.terminals.at(-1);
    assert.equal(vscode.window.terminals.length, before + 1);
    assert.ok(terminal);
    try {
      const { name, env } = terminal.creationOptions as vscode.TerminalOptions;
      assert.match(name ?? '', /^Python 3\.\d+\.\d+$/);
      const python = vscode.workspace
        .getConfiguration('bigcodebench')
        .get<string>('pythonPath', '');
      const folder = env?.['VIRTUAL_ENV'];
      assert.ok(typeof folder === 'string' && python.startsWith(folder), folder ?? 'none');
    } finally {
      terminal.dispose();
    }
  });
});

describe('a verdict of another environment', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-other-python-'));
  });

  after(async () => {
    await choose(undefined);
    await command('groupByDomain');
    await rm(folder, { recursive: true });
  });

  it('is marked once another interpreter is chosen, until the task is run there', async function () {
    if (process.platform === 'win32') this.skip();
    const { datasets, verdicts, view, engines } = await studio();
    await command('openSamples');
    const shown = datasets.getTask({
      datasetId: datasets.all.find(({ dataset }) => dataset.source.kind === 'samples')?.id ?? '',
      taskId: 'general/call_order',
    });
    assert.ok(shown);
    const target = { datasetId: shown.dataset.id, taskId: 'general/call_order' };
    await command('runTask', target);
    await eventually(verdicts.onDidChange, () => verdicts.current(shown));
    const first = engines.state.kind === 'ready' ? engines.state.engine.python : undefined;

    const changed = new Promise<void>((resolve) => {
      const subscription = verdicts.onDidChangeEnvironment(() => {
        subscription.dispose();
        resolve();
      });
    });
    await choose(await makeEnvironment(path.join(folder, '.venv')));
    await changed;
    assert.equal(verdicts.current(shown), undefined);
    assert.equal(
      verdicts.elsewhere(shown),
      `another environment (Python ${first?.version ?? ''}, ${first?.executable ?? ''})`,
    );
    await command('groupByVerdict');
    const [row] = view
      .getChildren()
      .flatMap((root) => view.getChildren(root))
      .filter((node) => 'label' in node && node.label === 'From another environment')
      .flatMap((group) => view.getChildren(group));
    assert.ok(row);
    const item = view.getTreeItem(row);
    assert.match(String(item.description), /^from another environment · /);
    assert.match(item.accessibilityInformation?.label ?? '', /Python 3\.\d+\.\d+, .*run it again/);

    await command('runTask', target);
    assert.equal(verdicts.current(shown)?.status, 'pass');
  });
});

/** Names the interpreter in the workspace's settings, or leaves it to the user's. */
async function choose(python: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('bigcodebench')
    .update('pythonPath', python, vscode.ConfigurationTarget.Workspace);
}
