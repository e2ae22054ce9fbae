import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Program } from '../../core/engine.js';
import { DebugTranslation, type ProgramPlaces } from '../../core/debugging/translation.js';
import { CancelledError, UserError } from '../../core/errors.js';
import type { DebugRequest, EngineReady } from '../../shared/engineProtocol.js';
import type { ProgramSource } from '../testing/programSource.js';
import { commandId } from '../commands.js';
import { provideDebugpy } from './debugpySource.js';
import { TaskDebugAdapter } from './taskDebugAdapter.js';

/** Our debug sessions' type, as package.json contributes it. */
const TYPE = 'bigcodebench';
/** How long a program may go on without its debugger, and a session without its program. */
const PATIENCE_MS = 5000;

/** debugpy, and the interpreter that it is for. */
export interface DebuggerIn {
  readonly pythonPath: string;
  /** The folder that holds the package. */
  readonly debugpy: string;
}

/** A program to debug. */
export interface Debuggee {
  /** The session's name, for people. */
  readonly name: string;
  readonly source: ProgramSource;
  readonly testRun: vscode.TestRun;
  readonly debuggerIn: DebuggerIn;
}

/** Opens debug sessions on the programs of tasks. */
export class TaskDebugger
  implements
    vscode.DebugAdapterDescriptorFactory,
    vscode.DebugConfigurationProvider,
    vscode.Disposable
{
  readonly #adapters = new Map<unknown, TaskDebugAdapter>();
  readonly #registrations = vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, this),
    vscode.debug.registerDebugConfigurationProvider(TYPE, this),
  );

  /**
   * @param harnessDir the engine's own code, into which nobody steps
   * @param storage where debugpy is installed if need be
   */
  constructor(
    private readonly harnessDir: string,
    private readonly storage: vscode.Uri,
  ) {}

  /**
   * Finds debugpy for an interpreter, or installs it if the user agrees.
   * @throws {CancelledError} where the user does not agree
   * @throws {UserError} where it cannot be installed
   */
  async prepare(pythonPath: string, { python }: EngineReady): Promise<DebuggerIn> {
    return { pythonPath, debugpy: await provideDebugpy(pythonPath, python.version, this.storage) };
  }

  /**
   * Opens a session and has `judge` run the program in it.
   * @param judge told how the run is to reach the debugger; its signal aborts when the user has left
   * @returns what `judge` does, once the session is over
   * @throws {UserError} where the debugger cannot be started
   */
  async debug<T>(
    debuggee: Debuggee,
    signal: AbortSignal,
    judge: (debug: DebugRequest, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { source, debuggerIn } = debuggee;
    const folder = await programFolder(source.program);
    const file = join(folder, 'task.py');
    const adapter = new TaskDebugAdapter({
      ...debuggerIn,
      translation: new DebugTranslation(file, placesIn(source)),
      hidden: [this.harnessDir],
    });
    const left = new AbortController();
    const ended = AbortSignal.any([signal, left.signal]);
    ended.addEventListener('abort', () => {
      adapter.fail(new CancelledError());
    });
    let leaving: NodeJS.Timeout | undefined;
    adapter.onDidLeave((who) => {
      const leave = (): void => {
        left.abort();
      };
      // That a program has ended is seen by the engine too, in a moment.
      if (who === 'program') leaving = setTimeout(leave, PATIENCE_MS);
      else leave();
    });
    const session = this.#open(debuggee, adapter);
    try {
      const port = await adapter.port;
      return await judge({ port, debugpy: debuggerIn.debugpy, file }, ended);
    } finally {
      clearTimeout(leaving);
      await session.close();
      adapter.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** F5 means the active editor's task. A session of ours belongs to a test run, as all runs do. */
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration['session'] !== undefined) return configuration;
    void vscode.commands.executeCommand(commandId('debugTask'));
    return undefined;
  }

  createDebugAdapterDescriptor(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
    const adapter = this.#adapters.get(session.configuration['session']);
    if (!adapter) throw new UserError('This debug session is over: start with “Debug Task”.');
    return new vscode.DebugAdapterInlineImplementation(adapter);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  #open({ name, testRun }: Debuggee, adapter: TaskDebugAdapter): { close(): Promise<void> } {
    const id = randomUUID();
    this.#adapters.set(id, adapter);
    let session: vscode.DebugSession | undefined;
    let over: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (over = resolve));
    const isOurs = ({ configuration }: vscode.DebugSession): boolean =>
      configuration['session'] === id;
    const listeners = [
      vscode.debug.onDidStartDebugSession((started) => {
        if (isOurs(started)) session = started;
      }),
      vscode.debug.onDidTerminateDebugSession((terminated) => {
        if (isOurs(terminated)) over();
      }),
    ];
    const configuration = { type: TYPE, request: 'launch', name, session: id };
    // The program is the text in the editor, saved or not.
    const options = { testRun, suppressSaveBeforeStart: true };
    void vscode.debug.startDebugging(undefined, configuration, options).then((started) => {
      if (started) return;
      adapter.fail(new UserError('The debug session could not be started.'));
      over();
    });
    return {
      close: async () => {
        // It ends with its program. One that does not is ended.
        await Promise.race([ended, delay(PATIENCE_MS, undefined, { ref: false })]);
        if (session) await vscode.debug.stopDebugging(session).then(undefined, () => undefined);
        for (const listener of listeners) listener.dispose();
        this.#adapters.delete(id);
      },
    };
  }
}

/** A folder that holds the program's text in `task.py`, readable to whoever the run becomes. */
async function programFolder({ code, test }: Program): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'bcb'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'task.py'), `${code}\n${test}`);
  return folder;
}

function placesIn(source: ProgramSource): ProgramPlaces {
  const documents = new Map(source.documents.map((uri) => [nameInMessages(uri), uri]));
  return {
    shows: (document) => documents.has(document),
    programLine: (document, line) => {
      const uri = documents.get(document);
      return uri && source.programLine(uri, line);
    },
    place: (programLine) => {
      const { uri, range } = source.locate(programLine);
      const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
      return { document: nameInMessages(uri), name, line: range.start.line + 1 };
    },
  };
}

/** What VS Code calls a document in the messages to a debug adapter. */
function nameInMessages(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}
