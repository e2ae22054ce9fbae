/** Dataset files made for one test, in a folder that goes when it ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Dataset } from '../../src/core/dataset.js';
import { toRow, type TaskRow } from '../../src/core/row.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { aTask } from './tasks.js';

/** The fixtures that are files. */
export const FIXTURES = join(import.meta.dirname, '../fixtures/datasets');

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bcb datasets '));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

export async function writeTemporary(
  t: TestContext,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, content);
  return path;
}

export function aRow(taskId: string): TaskRow {
  return toRow(aTask({ taskId }));
}

export function jsonl(...rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export function openFile(path: string, signal?: AbortSignal): Promise<Dataset> {
  return openDataset({ kind: 'file', path }, { samplesDir: '', cacheDir: '', signal });
}

export function openFolder(path: string, signal?: AbortSignal): Promise<Dataset> {
  return openDataset({ kind: 'folder', path }, { samplesDir: '', cacheDir: '', signal });
}

export function idsOf({ tasks }: Dataset): string[] {
  return tasks.map(({ task }) => task.taskId);
}

const NOBODY = 65_534;

/** Does work as somebody to whom the rights on files apply: to root they do not. */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
