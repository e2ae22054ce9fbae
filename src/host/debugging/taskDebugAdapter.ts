import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  DebugMessageSchema,
  WaitingSchema,
  type DebugMessage,
} from '../../core/debugging/messages.js';
import type { DebugTranslation } from '../../core/debugging/translation.js';
import { UserError } from '../../core/errors.js';
import { AdapterProcess } from '../../node/debugging/adapterProcess.js';

export interface AdapterOptions {
  readonly pythonPath: string;
  /** The folder that holds the package debugpy. */
  readonly debugpy: string;
  readonly translation: DebugTranslation;
  /** Folders whose code is no business of the user's. */
  readonly hidden: readonly string[];
}

/** debugpy's adapter as VS Code sees it: one that speaks of the task's documents. */
export class TaskDebugAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  /** Where the adapter awaits the process of the run. Rejects with a `UserError` if it ends before. */
  readonly port: Promise<number>;
  readonly #sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.#sent.event;
  readonly #left = new vscode.EventEmitter<'user' | 'program'>();
  /** The user has ended the session, or the program has left the debugger; told once. */
  readonly onDidLeave = this.#left.event;
  readonly #process: AdapterProcess;
  readonly #options: AdapterOptions;
  #hasLeft = false;
  #resolvePort!: (port: number) => void;
  #rejectPort!: (error: Error) => void;

  constructor(options: AdapterOptions) {
    super(() => {
      this.#process.dispose();
      this.#sent.dispose();
      this.#left.dispose();
    });
    this.#options = options;
    this.port = new Promise((resolve, reject) => {
      this.#resolvePort = resolve;
      this.#rejectPort = reject;
    });
    this.port.catch(() => undefined);
    this.#process = new AdapterProcess(options.pythonPath, options.debugpy, {
      message: (message) => {
        this.#toEditor(message);
      },
      ended: (reason) => {
        this.fail(new UserError(`The debugger in ${options.pythonPath} has ended (${reason}).`));
        this.#leave('program');
        this.#sent.fire({ seq: 0, type: 'event', event: 'terminated' });
      },
    });
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    const parsed = v.parse(DebugMessageSchema, message);
    const { command } = parsed;
    if (command === 'terminate' || command === 'disconnect') this.#leave('user');
    this.#process.send(
      command === 'launch'
        ? { ...parsed, command: 'attach', arguments: this.#attachment() }
        : this.#options.translation.toAdapter(parsed),
    );
  }

  /** Says why the run's process will never be awaited. */
  fail(error: Error): void {
    this.#rejectPort(error);
  }

  #toEditor(message: DebugMessage): void {
    const waiting = v.safeParse(WaitingSchema, message);
    if (waiting.success) this.#resolvePort(waiting.output.body.port);
    if (message.event === 'terminated') this.#leave('program');
    // What the adapter asks for, to start a program in a terminal say, is none of this editor's.
    if (message.type !== 'request') this.#sent.fire(this.#options.translation.toEditor(message));
  }

  #leave(who: 'user' | 'program'): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#left.fire(who);
  }

  /** To VS Code a session launches its program, so that Stop ends it. To debugpy the run connects. */
  #attachment(): Readonly<Record<string, unknown>> {
    return {
      listen: { host: '127.0.0.1', port: 0 },
      justMyCode: true,
      subProcess: false,
      redirectOutput: true,
      showReturnValue: true,
      rules: this.#options.hidden.map((folder) => ({ path: `${folder}/**`, include: false })),
    };
  }
}
