import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** VS Code's settings, by their full names. */
export type Settings = Readonly<Record<string, unknown>>;

/** Nothing that VS Code shows of itself comes between a person, or a test, and the extension. */
export const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Writes the settings.json of one of a profile's directories. */
export async function writeSettings(directory: string, settings: Settings): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'settings.json'), JSON.stringify(settings, undefined, 2));
}
