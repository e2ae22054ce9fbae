import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { CancelledError, UserError } from '../../core/errors.js';
import {
  DoctorEventSchema,
  type DoctorRequest,
  type Facts,
  type LibraryFact,
} from '../../shared/doctorProtocol.js';
import { describeEnd, startFailure } from '../engine/endMessages.js';
import type { EngineEnd } from '../engine/engineProcess.js';
import { engineEnvironment } from '../engine/environment.js';

const SCRIPT = 'doctor.py';

export interface AskOptions {
  readonly pythonPath: string;
  /** The folder that holds `doctor.py` and its package. */
  readonly harnessDir: string;
  readonly signal?: AbortSignal | undefined;
  /** Told of each library once it is known what importing it comes to. */
  readonly onLibrary?: ((library: LibraryFact) => void) | undefined;
}

/** TensorFlow takes seconds where it is read from disk the first time; nothing sound takes a minute. */
export const IMPORT_LIMIT_SECONDS = 60;

/** How long the doctor has to end what it imports once it is no longer wanted. */
const PATIENCE_MS = 2000;

/**
 * Asks an interpreter what it has. Every library is imported in a process of its own, so that none
 * can end the answer.
 *
 * @throws {UserError} where the interpreter cannot be run or does not answer
 * @throws {CancelledError} once `signal` is aborted
 */
export async function askInterpreter(request: DoctorRequest, options: AskOptions): Promise<Facts> {
  const { pythonPath, harnessDir, signal } = options;
  if (signal?.aborted) throw new CancelledError();
  const child = spawn(pythonPath, [join(harnessDir, SCRIPT)], {
    env: engineEnvironment(process.env),
    // Not the workspace: what lies there would be found by imports.
    cwd: harnessDir,
    windowsHide: true,
  });
  let lastWords = '';
  createInterface(child.stderr).on('line', (line) => {
    if (line.trim() !== '') lastWords = line.trim();
  });
  const ended = new Promise<EngineEnd>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ spawnError: error.code ?? error.message, lastWords });
    });
    child.on('close', (exitCode, killed) => {
      resolve({
        ...(exitCode !== null && { exitCode }),
        ...(killed !== null && { signal: killed }),
        lastWords,
      });
    });
  });
  // It ends its imports and itself with its input, which stays open for as long as it is wanted.
  const stop = (): void => {
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  };
  signal?.addEventListener('abort', stop, { once: true });
  child.stdin.on('error', () => undefined); // It has ended, which is reported by itself.
  child.stdin.write(`${JSON.stringify(request)}\n`);
  try {
    const answer = await collect(createInterface(child.stdout), options.onLibrary);
    stop();
    const end = await ended;
    if (signal?.aborted) throw new CancelledError();
    if (answer) return answer;
    throw new UserError(
      end.spawnError === undefined
        ? `${pythonPath} ended while it was looked at (${describeEnd(end)}). Choose another Python interpreter.`
        : startFailure({ pythonPath, harnessDir, script: SCRIPT }, end),
    );
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** Everything up to `done`; nothing where the lines end before it. */
async function collect(
  lines: AsyncIterable<string>,
  onLibrary: AskOptions['onLibrary'],
): Promise<Facts | undefined> {
  let interpreter: Facts['interpreter'] | undefined;
  const facts: Pick<Facts, 'libraries' | 'data' | 'tools'> = { libraries: [], data: [], tools: [] };
  for await (const line of lines) {
    const event = v.parse(DoctorEventSchema, JSON.parse(line));
    switch (event.type) {
      case 'interpreter':
        interpreter = event;
        break;
      case 'library':
        facts.libraries.push(event);
        onLibrary?.(event);
        break;
      case 'data':
        facts.data.push(event);
        break;
      case 'tool':
        facts.tools.push(event);
        break;
      case 'done':
        return interpreter && { interpreter, ...facts };
    }
  }
  return undefined;
}
