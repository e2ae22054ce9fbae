import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PythonShell } from 'python-shell';
import * as v from 'valibot';
import {
  EngineEventSchema,
  type EngineEvent,
  type EngineRequest,
} from '../../shared/engineProtocol.js';
import type { EngineOptions } from './createEngine.js';
import type { EngineCommand } from './engineCommand.js';

/** How an engine's process came to its end. */
export interface EngineEnd {
  /** The system's error code where the process could not even be started, `ENOENT` for example. */
  readonly spawnError?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  /** Something other than the protocol was read; what it was. */
  readonly nonsense?: string;
  /** The last line on standard error; empty without one. */
  readonly lastWords: string;
}

export interface EngineProcessListener {
  event(event: EngineEvent): void;
  /** Called once, after the last event. */
  ended(end: EngineEnd): void;
}

const PATIENCE_AFTER_GOODBYE_MS = 2000;
const LONGEST_QUOTE = 200;

/** One Python process that runs the engine, and the validated messages that it exchanges. */
export class EngineProcess {
  readonly #shell: PythonShell;
  readonly #listener: EngineProcessListener;
  /** Where the engine works. It is ours so that it is removed however the engine ends. */
  readonly #scratchDir: string | undefined;
  #lastWords = '';
  #nonsense: string | undefined;
  #hasEnded = false;

  constructor(command: EngineCommand, log: EngineOptions['log'], listener: EngineProcessListener) {
    this.#listener = listener;
    this.#scratchDir = command.hasScratch ? makeScratchDir() : undefined;
    this.#shell = new PythonShell(command.script, {
      mode: 'text',
      pythonPath: command.pythonPath,
      scriptPath: command.harnessDir,
      args: [
        ...(this.#scratchDir === undefined ? [] : ['--scratch', this.#scratchDir]),
        ...command.args,
      ],
      env: command.environment,
      // Not ours: the engine would keep a folder in use for as long as it lives.
      cwd: command.harnessDir,
      windowsHide: true,
    });
    // A write to a process that has just ended; its end is reported by itself.
    this.#shell.stdin.on('error', () => undefined);
    this.#shell.on('message', (line: string) => {
      this.#read(line);
    });
    this.#shell.on('stderr', (line: string) => {
      if (line.trim() !== '') this.#lastWords = line.trim();
      log('debug', `python: ${line}`);
    });
    this.#shell.on('error', (error: NodeJS.ErrnoException) => {
      this.#end({ spawnError: error.code ?? error.message });
    });
    // Without a listener an exit code other than zero would be thrown as an unhandled 'error'.
    this.#shell.on('pythonError', () => undefined);
    this.#shell.on('close', () => {
      // The type says that both are set; one of them never is.
      const { exitCode, exitSignal } = this.#shell as { exitCode?: number; exitSignal?: string };
      this.#end({
        ...(typeof exitCode === 'number' && { exitCode }),
        ...(typeof exitSignal === 'string' && { signal: exitSignal }),
      });
    });
  }

  send(request: EngineRequest): void {
    if (!this.#hasEnded) this.#shell.send(JSON.stringify(request));
  }

  /** Lets the engine end every run and itself, and kills it where it does not. */
  close(): void {
    if (this.#hasEnded) return;
    this.#shell.stdin.end();
    const timer = setTimeout(() => this.#shell.kill('SIGKILL'), PATIENCE_AFTER_GOODBYE_MS);
    timer.unref();
    this.#shell.once('close', () => {
      clearTimeout(timer);
    });
  }

  #read(line: string): void {
    if (this.#nonsense !== undefined) return;
    const event = parseEvent(line);
    if (typeof event === 'string') {
      this.#nonsense = event;
      this.#shell.kill('SIGKILL');
    } else {
      this.#listener.event(event);
    }
  }

  #end(end: Omit<EngineEnd, 'lastWords' | 'nonsense'>): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#scratchDir !== undefined) removeScratchDir(this.#scratchDir);
    this.#listener.ended({
      ...end,
      ...(this.#nonsense !== undefined && { nonsense: this.#nonsense }),
      lastWords: this.#lastWords,
    });
  }
}

/** `undefined` where the disk is full or not to be written: the engine then says what is wrong. */
function makeScratchDir(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), 'bcb'));
  } catch {
    return undefined;
  }
}

function removeScratchDir(folder: string): void {
  // What a killed engine has left may still be writing; a temporary folder is not worth an error.
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** The event on a line, or what is wrong with it. */
function parseEvent(line: string): EngineEvent | string {
  const quoted = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return `not JSON: ${quoted}`;
  }
  const parsed = v.safeParse(EngineEventSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  return `field "${v.getDotPath(issue) ?? ''}": ${issue.message} in ${quoted}`;
}
