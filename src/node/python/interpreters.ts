import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const run = promisify(execFile);
const WINDOWS = process.platform === 'win32';
const PROBE_LIMIT_MS = 10_000;

const AnswerSchema = v.tuple([v.string(), v.string(), v.string()]);

/** An interpreter that answered. */
export interface FoundInterpreter {
  readonly path: string;
  /** For example `3.11.7`. */
  readonly version: string;
  /** The folder of its installation or virtual environment: the same Python can be on the PATH twice. */
  readonly prefix: string;
}

/** The interpreter of a virtual environment, by its folder. */
export function venvPython(folder: string): string {
  return WINDOWS ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** The `.venv` interpreter of a workspace folder, if there is one. */
export async function workspaceVenv(folder: string): Promise<string | undefined> {
  const path = venvPython(join(folder, '.venv'));
  return access(path).then(
    () => path,
    () => undefined,
  );
}

/**
 * The first Python 3 on the PATH that really runs: a version manager's shim, or the Windows store's
 * stand-in, can be on the PATH without a Python behind it.
 */
export async function pythonOnPath(): Promise<FoundInterpreter | undefined> {
  for (const path of pathCandidates()) {
    const found = await probeInterpreter(path);
    if (found?.version.startsWith('3.')) return found;
  }
  return undefined;
}

/** Every Python 3 on the PATH that runs, each installation once. */
export async function allPythonsOnPath(): Promise<readonly FoundInterpreter[]> {
  const found = await Promise.all(pathCandidates().map(probeInterpreter));
  const byPrefix = new Map<string, FoundInterpreter>();
  for (const one of found) {
    if (one?.version.startsWith('3.') && !byPrefix.has(one.prefix)) byPrefix.set(one.prefix, one);
  }
  return [...byPrefix.values()];
}

/** Asks an interpreter for its path and version; `undefined` where it does not answer as Python does. */
export async function probeInterpreter(path: string): Promise<FoundInterpreter | undefined> {
  try {
    const code =
      'import json, platform, sys;' +
      'print(json.dumps([sys.executable, platform.python_version(), sys.prefix]))';
    const { stdout } = await run(path, ['-I', '-c', code], { timeout: PROBE_LIMIT_MS });
    const answer = v.safeParse(AnswerSchema, JSON.parse(stdout));
    if (!answer.success) return undefined;
    const [executable, version, prefix] = answer.output;
    return { path: executable, version, prefix };
  } catch {
    return undefined;
  }
}

function pathCandidates(): string[] {
  const names = WINDOWS ? ['python.exe', 'python3.exe'] : ['python3', 'python'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}
