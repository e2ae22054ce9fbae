import { readFileSync } from 'node:fs';
import path from 'node:path';
import { capture, runHere } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';
import { writeSettings } from '../setup/settings.js';
import {
  profileDirectory,
  sessionSettings,
  trustFlag,
  workspaceFolder,
  type Session,
} from './session.js';

/** On Windows `code` is a batch file, which only a shell can start, and which sees quotes. */
const shell = process.platform === 'win32';

/** Whether the desktop VS Code can be started by the command `code`. */
export async function hasDesktopCode(): Promise<boolean> {
  // In a terminal of a remote window `code` speaks to that window and takes no extension to develop.
  if (process.env['VSCODE_IPC_HOOK_CLI'] !== undefined) return false;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return false;
  }
  return capture('code', ['--version'], { shell }).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** Opens the desktop VS Code with a profile of its own, until its window is closed. */
export async function openDesktop(session: Session): Promise<number> {
  const profile = path.join(profileDirectory, 'desktop');
  await writeSettings(path.join(profile, 'User'), sessionSettings(session));
  const args = [
    '--wait',
    '--new-window',
    trustFlag,
    `--user-data-dir=${profile}`,
    `--extensionDevelopmentPath=${root}`,
    await workspaceFolder(),
  ];
  const endWithThisProcess = (): void => {
    endDesktop(profile);
  };
  process.on('exit', endWithThisProcess);
  console.log('VS Code opens. Closing its window, or Ctrl+C here, ends it.');
  const code = await runHere('code', shell ? args.map((argument) => `"${argument}"`) : args, {
    shell,
  });
  process.off('exit', endWithThisProcess);
  return code;
}

/** Ends the VS Code of a profile. It is no child of ours: `code` starts it and stands aside. */
function endDesktop(profile: string): void {
  try {
    // The running VS Code keeps its process id there.
    process.kill(Number(readFileSync(path.join(profile, 'code.lock'), 'utf8')));
  } catch {
    // It has ended, or never came up.
  }
}
