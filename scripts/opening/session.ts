import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cacheDirectory } from '../setup/paths.js';
import { quietSettings, type Settings } from '../setup/settings.js';

/** What `npm start` shows. */
export interface Session {
  /** `samples`, or the dataset's absolute path. */
  readonly dataset: string;
  /** The interpreter that runs tasks; without it, the extension looks for one. */
  readonly python: string | undefined;
}

/** Kept between starts, so that VS Code opens as it was left. */
export const profileDirectory = path.join(cacheDirectory, 'start', 'profile');

/** An empty folder of ours: VS Code keeps an extension's state by workspace. */
export async function workspaceFolder(): Promise<string> {
  const folder = path.join(cacheDirectory, 'start', 'workspace');
  await mkdir(folder, { recursive: true });
  return folder;
}

export function sessionSettings({ dataset, python }: Session): Settings {
  return {
    ...quietSettings,
    'bigcodebench.datasets': [dataset],
    ...(python === undefined ? {} : { 'bigcodebench.pythonPath': python }),
  };
}

/**
 * VS Code does not ask whether to trust the workspace: its folder is ours and empty,
 * and the dataset was named on the command line.
 */
export const trustFlag = '--disable-workspace-trust';
