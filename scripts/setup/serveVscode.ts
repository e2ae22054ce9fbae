import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { endProcess, exitCode, startProcess } from './childProcesses.js';
import { writeSettings, type Settings } from './settings.js';
import { ensureVscodeServer } from './vscodeServer.js';

export interface ServeOptions {
  /** Where the server keeps the profile and its logs. */
  readonly dataDirectory: string;
  readonly extensionsDirectory: string;
  readonly settings: Settings;
  /** 0 is any that is free. */
  readonly port: number;
  readonly arguments: readonly string[];
  /** The environment of the server and so of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface ServedVscode {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Resolves with the exit code once the server has ended. */
  readonly ended: Promise<number>;
  end(): void;
}

/** Starts VS Code's server and resolves once it answers. */
export async function serveVscode(options: ServeOptions): Promise<ServedVscode> {
  const { node, main } = await ensureVscodeServer();
  await setSettings(options.dataDirectory, options.settings);
  const child = startProcess(
    node,
    [
      main,
      '--host=127.0.0.1',
      `--port=${options.port}`,
      '--accept-server-license-terms',
      '--telemetry-level=off',
      `--server-data-dir=${options.dataDirectory}`,
      `--user-data-dir=${userData(options.dataDirectory)}`,
      `--extensions-dir=${options.extensionsDirectory}`,
      ...options.arguments,
    ],
    { env: options.env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = exitCode(child);
  return {
    origin: `http://127.0.0.1:${await announcedPort(child)}`,
    ended,
    end: () => {
      endProcess(child);
    },
  };
}

/**
 * Replaces the server's machine settings, which win over the user's and which a running workbench
 * takes over by itself. They cannot hold settings that belong to the application as a whole:
 * a new profile gets those as user settings, which from then on are the person's own.
 */
export async function setSettings(dataDirectory: string, settings: Settings): Promise<void> {
  await writeSettings(path.join(userData(dataDirectory), 'Machine'), settings);
  const user = path.join(userData(dataDirectory), 'User');
  if (!existsSync(path.join(user, 'settings.json'))) await writeSettings(user, settings);
}

function userData(dataDirectory: string): string {
  return path.join(dataDirectory, 'user');
}

function announcedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (text: string): void => {
      printed += text;
      const port = /^Extension host agent listening on (\d+)$/m.exec(printed)?.[1];
      if (port === undefined) return;
      resolve(Number(port));
      // What it prints from now on is in its logs too; a full pipe would stop it.
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read).resume();
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`VS Code's server ended before it listened:\n${printed}`));
    });
  });
}
