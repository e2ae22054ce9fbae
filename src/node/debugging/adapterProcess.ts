import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { DebugMessageSchema, type DebugMessage } from '../../core/debugging/messages.js';
import { messageOf } from '../../core/errors.js';
import { engineEnvironment } from '../engine/environment.js';
import { frame, FrameReader } from './framing.js';

export interface AdapterListener {
  message(message: DebugMessage): void;
  /** Called once, after the last message, with the reason in a few words. */
  ended(reason: string): void;
}

/** A process of debugpy's debug adapter. */
export class AdapterProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #reader = new FrameReader();
  #hasEnded = false;

  /** @param debugpy the folder that holds the package */
  constructor(
    pythonPath: string,
    debugpy: string,
    private readonly listener: AdapterListener,
  ) {
    this.#process = spawn(pythonPath, [join(debugpy, 'debugpy', 'adapter')], {
      cwd: debugpy,
      env: engineEnvironment(process.env),
      windowsHide: true,
    });
    this.#process.stdout.on('data', (piece: Buffer) => {
      this.#read(piece);
    });
    // A write to a process that has just ended; its end is reported by itself.
    this.#process.stdin.on('error', () => undefined);
    this.#process.on('error', (error) => {
      this.#end(error.message);
    });
    this.#process.on('close', (code, signal) => {
      this.#end(signal ?? `exit code ${String(code)}`);
    });
  }

  send(message: DebugMessage): void {
    if (!this.#hasEnded) this.#process.stdin.write(frame(message));
  }

  dispose(): void {
    this.#process.kill('SIGKILL');
  }

  #read(piece: Buffer): void {
    try {
      for (const message of this.#reader.feed(piece)) {
        this.listener.message(v.parse(DebugMessageSchema, message));
      }
    } catch (error) {
      this.#end(`it wrote something unknown: ${messageOf(error)}`);
      this.dispose();
    }
  }

  #end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.listener.ended(reason);
  }
}
