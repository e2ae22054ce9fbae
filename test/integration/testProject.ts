import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CuratedTask } from '../../src/host/curation/curationProjects.js';
import { createProject } from '../../src/node/curation/projectFolder.js';
import { serveModel, type ModelServer, type Reaction } from '../unit/modelServer.js';
import { eventually, studio } from './studio.js';

/** A curation project of Ada's in the workspace, and models' servers for it. */
export class TestProject {
  readonly folder: string;
  readonly #closing: (() => void)[] = [];

  /** @param name of its folder */
  constructor(name: string) {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace, 'the tests run in a folder');
    this.folder = join(workspace.uri.fsPath, name);
  }

  /** Makes it, with task files of this text. */
  async create(text: string, ...taskIds: readonly string[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const args of [
      ['init', '--quiet'],
      ['config', 'user.name', 'Ada'],
      ['config', 'user.email', 'ada@example.org'],
    ]) {
      execFileSync('git', args, { cwd: this.folder });
    }
    await createProject(this.folder);
    for (const taskId of taskIds) await writeFile(this.path(taskId), text);
    await (await studio()).projects.reload();
  }

  path(taskId: string): string {
    return join(this.folder, 'tasks', `${taskId}.py`);
  }

  async task(taskId: string): Promise<CuratedTask> {
    const { projects } = await studio();
    return eventually(projects.onDidChange, () => projects.find(this.path(taskId)));
  }

  /** A model's server that is set up, with a key, as the user would do it. */
  async serve(key: string, ...reactions: Reaction[]): Promise<ModelServer> {
    const server = await serveModel({ after: (close) => this.#closing.push(close) }, ...reactions);
    await configure(server.baseUrl, 'made');
    const { modelKeys } = await studio();
    await modelKeys.set(server.baseUrl, key);
    return server;
  }

  async remove(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const close of this.#closing) close();
    await configure(undefined, undefined);
    await rm(this.folder, { recursive: true, force: true });
    await (await studio()).projects.reload();
  }
}

/** A model's answer that is a file. */
export function answerOf(code: string): Reaction {
  return { say: ['Here it is.\n\n', `\`\`\`python\n${code}`, '```\n'] };
}

async function configure(endpoint: string | undefined, name: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigcodebench.model');
  const { Global } = vscode.ConfigurationTarget;
  await settings.update('endpoint', endpoint, Global);
  await settings.update('name', name, Global);
}
