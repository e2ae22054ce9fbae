import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ReportItem } from '../../src/core/doctor/item.js';
import { copyRemedy, runInTerminal } from '../../src/host/environment/mend.js';
import type { EnvironmentNode, GroupNode, ItemNode } from '../../src/host/environment/nodes.js';
import { command, studio } from './studio.js';

/** A task file that imports a library which no environment has. */
const TASK = `import bcb_absent_library


def task_func():
    """Use what is not there.

    Returns:
    int: Nothing good.
    """
    return bcb_absent_library.value


import unittest


class TestCases(unittest.TestCase):
    def test_value(self):
        self.assertEqual(task_func(), 1)
`;

async function itemOf(name: string): Promise<ReportItem> {
  const { checkup } = await studio();
  const item = checkup.report?.items.find((each) => each.name === name);
  assert.ok(item, `no item ${name}`);
  return item;
}

describe('the Environment view', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'bcb-environment-'));
    await writeFile(path.join(folder, 'absent.py'), TASK);
    await command('openSamples');
    await command('checkEnvironment');
  });

  after(async () => {
    await rm(folder, { recursive: true });
  });

  it('shows that the samples have what they need in their environment', async () => {
    const { environment } = await studio();
    const groups = environment.getChildren().filter(isGroup);
    // Datasets of other tests may be open besides, with needs of their own.
    for (const kind of ['interpreter', 'isolation', 'limits', 'library', 'tool', 'disk']) {
      assert.ok(
        groups.some((group) => group.kind === kind),
        `no group ${kind}`,
      );
    }
    const pandas = await itemOf('pandas');
    assert.deepEqual([pandas.severity, pandas.library?.state], ['ok', 'ok']);
    assert.ok(pandas.tasks.includes('computation/loan_schedule'));
  });

  it('leads from a library to its tasks', async () => {
    const { environment, arrangement } = await studio();
    const node = find(environment.getChildren(), 'library', 'pandas');
    const { command: click } = environment.getTreeItem(node);
    assert.ok(click);
    await vscode.commands.executeCommand(click.command, ...((click.arguments ?? []) as unknown[]));
    assert.equal(arrangement.filter, 'lib:pandas');
    await command('clearFilter');
  });

  it('puts a missing library first, with a command that installs it', async () => {
    const { checkup, datasets, environment } = await studio();
    const opened = await datasets.open({ kind: 'folder', path: folder });
    assert.equal(checkup.isStale, true);
    await checkup.check();
    const [problems] = environment.getChildren();
    assert.ok(problems && isGroup(problems) && problems.kind === 'problems');
    const item = await itemOf('bcb_absent_library');
    assert.deepEqual([item.severity, item.tasks], ['problem', ['absent']]);
    const node = find(environment.getChildren(), 'problems', item.name);
    assert.equal(environment.getTreeItem(node).contextValue, 'item.mend.copy');
    assert.ok(item.remedy?.command);
    await copyRemedy(item.remedy);
    assert.match(await vscode.env.clipboard.readText(), /install bcb_absent_library$/);
    await datasets.close(opened.id);
  });

  it('runs a remedy where the user sees it, and tells when it failed', async () => {
    const file = path.join(folder, 'mended');
    const write = `require('fs').writeFileSync(process.argv[1], 'a "word"')`;
    await runInTerminal('Mend', [process.execPath, '-e', write, file]);
    assert.equal(await readFile(file, 'utf8'), 'a "word"');
    await assert.rejects(
      runInTerminal('Fail', [process.execPath, '-e', 'process.exit(3)']),
      /exit code 3/,
    );
  });

  it('says that the interpreter is gone, and recovers', async () => {
    const { checkup } = await studio();
    const settings = vscode.workspace.getConfiguration('bigcodebench');
    const before = settings.inspect<string>('pythonPath')?.workspaceValue;
    const gone = path.join(folder, 'gone', 'python');
    await settings.update('pythonPath', gone, vscode.ConfigurationTarget.Workspace);
    await checkup.check();
    assert.equal(checkup.report?.interpreter, null);
    assert.match(checkup.report.items[0]?.text ?? '', /There is no Python at/);
    await settings.update('pythonPath', before, vscode.ConfigurationTarget.Workspace);
    await checkup.check();
    assert.ok(checkup.report.interpreter);
  });
});

/** By its shape: the extension in its bundle has a class of its own. */
function isGroup(node: EnvironmentNode): node is GroupNode {
  return 'report' in node;
}

function find(groups: readonly EnvironmentNode[], kind: string, name: string): ItemNode {
  const group = groups.filter(isGroup).find((node) => node.kind === kind);
  const node = group?.children.find(({ item }) => item.name === name);
  assert.ok(node, `no ${name} among ${kind}`);
  return node;
}
