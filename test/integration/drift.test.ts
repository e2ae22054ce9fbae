import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { DriftNode } from '../../src/host/drift/nodes.js';
import type { DriftRequest } from '../../src/host/drift/drifts.js';
import type { OpenDataset } from '../../src/host/datasets/openDatasets.js';
import { environmentWith, taskFile } from '../unit/pythonTree.js';
import { command, studio } from './studio.js';

const SECONDS = 20;

describe('drift', () => {
  let folder: string;
  let dataset: OpenDataset;
  let request: DriftRequest;

  before(async function () {
    if (process.platform === 'win32') this.skip();
    const { datasets } = await studio();
    folder = await mkdtemp(path.join(await realpath(os.tmpdir()), 'bcb-drift-'));
    for (const name of ['gone', 'same']) {
      await writeFile(path.join(folder, `${name}.py`), taskFile(name));
    }
    dataset = await datasets.open({ kind: 'folder', path: folder });
    const code = 'def same(): return 1\n';
    request = {
      tasks: dataset.dataset.tasks.map(({ task }) => task),
      dataset: 'made',
      pythons: [
        await environmentWith(path.join(folder, 'old'), {
          version: '1.0',
          code: `${code}def gone(): return 1\n`,
        }),
        await environmentWith(path.join(folder, 'new'), { version: '2.0', code }),
      ],
    };
  });

  after(async () => {
    const { datasets, drifts } = await studio();
    for (const kept of await drifts.kept()) await drifts.remove(kept);
    await datasets.close(dataset.id);
    await rm(folder, { recursive: true });
  });

  it('ends when it is cancelled, and goes on with what is left', async () => {
    const { drifts } = await studio();
    const abort = new AbortController();
    const said: string[] = [];
    const cancelled = drifts.compare(request, SECONDS, abort.signal, (message) => {
      said.push(message);
      if (message.endsWith('(1 of 2): 2 of 2 tasks')) abort.abort();
    });
    await assert.rejects(cancelled, { name: 'CancelledError' });
    assert.match(said[0] ?? '', /^Python 3\.\d+\.\d+ \(1 of 2\): 1 of 2 tasks$/);
    assert.equal(drifts.shown, undefined);
    assert.deepEqual(await drifts.kept(), []);

    const fractions: number[] = [];
    await drifts.compare(request, SECONDS, new AbortController().signal, (_, fraction) => {
      fractions.push(fraction);
    });
    assert.deepEqual(fractions, [0.25, 0.5, 0.75, 1]);
    assert.equal((await drifts.kept()).length, 1);
  });

  it('is shown in the Environment view, by library, with a way to each task', async () => {
    const { environment } = await studio();
    const root = environment.getChildren().find((node) => node.id === 'drift');
    assert.ok(root && isDrift(root));
    const item = environment.getTreeItem(root);
    assert.match(String(item.description), /^1 task · 3\./);
    assert.equal(item.contextValue, 'drift');
    const [blame, ...others] = root.children;
    assert.ok(blame);
    assert.deepEqual(others, []);
    assert.equal(environment.getTreeItem(blame).label, 'shelf');
    assert.equal(environment.getTreeItem(blame).description, '1 task · 1.0 → 2.0');
    const [task] = blame.children;
    assert.ok(task);
    const row = environment.getTreeItem(task);
    assert.equal(row.label, 'gone');
    assert.equal(row.description, 'pass → exception');
    assert.ok(row.command);
    await vscode.commands.executeCommand(row.command.command, ...args(row.command));
    assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /gone/);
    assert.equal(environment.getParent(task), blame);
  });

  it('is a document, too', async () => {
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: 'bcb-drift', path: '/Drift.md' }),
    );
    assert.match(document.getText(), /\| shelf \| 1\.0 → 2\.0 \| 1 \|/);
  });

  it('is set against a later one', async () => {
    const { drifts, environment } = await studio();
    const mended = await environmentWith(path.join(folder, 'mended'), {
      version: '2.1',
      code: 'def same(): return 1\ndef gone(): return 1\n',
    });
    const later = await drifts.compare(
      { ...request, pythons: [request.pythons[0] ?? '', mended] },
      SECONDS,
      new AbortController().signal,
      () => undefined,
    );
    const [newest, oldest] = await drifts.kept();
    assert.ok(newest && oldest);
    assert.deepEqual(newest, later);
    assert.equal(drifts.showChanges(newest.comparison, oldest.comparison), 0);
    const root = environment.getChildren().find((node) => node.id === 'drift');
    assert.ok(root && isDrift(root));
    assert.deepEqual(
      root.children.map((node) =>
        node.children.map((blame) => environment.getTreeItem(blame).description),
      ),
      [[], ['1 task · 2.0 → 2.1']],
    );
    await command('closeDrift');
    assert.equal(drifts.shown, undefined);
    assert.equal((await drifts.kept()).length, 2);
  });

  it('is not looked for where an interpreter cannot run tasks', async () => {
    const { drifts } = await studio();
    const gone = path.join(folder, 'nowhere', 'python');
    await assert.rejects(
      drifts.compare(
        { ...request, pythons: [...request.pythons, gone] },
        SECONDS,
        new AbortController().signal,
        () => assert.fail('ran a task'),
      ),
      /There is no Python at/,
    );
  });
});

/** By its shape: the extension in its bundle has a class of its own. */
function isDrift(node: object): node is DriftNode {
  return 'content' in node;
}

function args(click: vscode.Command): unknown[] {
  return (click.arguments ?? []) as unknown[];
}
