/** Tasks under the debugger, through VS Code's own debug sessions. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { OpenDataset, ShownTask } from '../../src/host/datasets/openDatasets.js';
import { partUri } from '../../src/host/documents/showTask.js';
import { command, eventually, recordTestRuns, studio } from './studio.js';

const FIXTURES = path.resolve(__dirname, '..', '..', 'test', 'fixtures', 'tasks');

describe('debugging', () => {
  let watcher: SessionWatcher;
  let fixtures: OpenDataset;

  before(async () => {
    const { datasets } = await studio();
    await command('openSamples');
    fixtures = await datasets.open({ kind: 'folder', path: FIXTURES });
    watcher = new SessionWatcher();
  });
  afterEach(() => {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  });
  after(async () => {
    const { datasets } = await studio();
    watcher.dispose();
    await datasets.close(fixtures.id);
  });

  it('stops in a dataset’s test and solution, at the lines of their documents', async () => {
    const { datasets, tests, verdicts } = await studio();
    const samples = datasets.all.find(({ dataset }) => dataset.source.kind === 'samples');
    assert.ok(samples);
    const shown = task(samples, 'general/merge_sorted_ledgers');
    const inTests = await breakpointAt(partUri(shown, 'tests'), 'self.assertEqual(task_func([])');
    const inSolution = await breakpointAt(partUri(shown, 'solution'), 'summary = []');
    const inPrompt = await breakpointAt(partUri(shown, 'complete'), 'import operator');
    const before = verdicts.get(shown);

    const record = await recordTestRuns(tests.controller, async () => {
      const target = { ...targetOf(shown), method: 'test_nothing_to_merge' };
      const done = command('debugTask', target);
      let stop = await watcher.stopped();
      // The prompt's imports are shown beside the body that they belong to.
      assert.equal(stop.text, 'import operator');
      assert.equal(inPrompt.location.range.start.line, stop.line);
      await stop.session.customRequest('continue', { threadId: stop.threadId });

      stop = await watcher.stopped();
      assertAt(stop, inTests);
      assert.equal(await stop.evaluate('self._testMethodName'), "'test_nothing_to_merge'");
      await stop.session.customRequest('continue', { threadId: stop.threadId });

      stop = await watcher.stopped();
      assertAt(stop, inSolution);
      assert.deepEqual(stop.frames, ['task_func', 'test_nothing_to_merge']);
      assert.equal(await stop.evaluate('ledgers'), '[]');
      await stop.session.customRequest('next', { threadId: stop.threadId });

      stop = await watcher.stopped();
      assert.match(stop.text, /^for account, entries in itertools\.groupby/);
      assert.equal(await stop.evaluate('summary'), '[]');
      // A breakpoint that is set while the program waits counts, and the others go on to.
      vscode.debug.removeBreakpoints([inSolution]);
      const late = await breakpointAt(partUri(shown, 'solution'), 'return summary');
      await watcher.answered('setBreakpoints', (body) =>
        body.includes(`"line":${String(late.location.range.start.line + 1)}`),
      );
      await stop.session.customRequest('continue', { threadId: stop.threadId });
      stop = await watcher.stopped();
      assertAt(stop, late);
      await stop.session.customRequest('continue', { threadId: stop.threadId });
      stop = await watcher.stopped();
      assertAt(stop, late);
      await stop.session.customRequest('continue', { threadId: stop.threadId });
      await done;
    });
    assert.deepEqual(
      record.passed.filter((id) => id.startsWith('test_')),
      ['test_nothing_to_merge'],
    );
    assert.deepEqual(verdicts.get(shown), before);
    assert.equal(vscode.debug.activeDebugSession, undefined);
  });

  it('stops in a task file, and reports each test’s verdict', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'failing_test');
    assert.ok(shown.entry.path);
    const uri = vscode.Uri.file(shown.entry.path);
    const document = await vscode.workspace.openTextDocument(uri);
    const breakpoint = await breakpointAt(uri, 'return dict(');

    const record = await recordTestRuns(tests.controller, async () => {
      const done = command('debugTask', uri);
      for (const words of ["['a', 'b', 'a']", "['a']"]) {
        const stop = await watcher.stopped();
        assertAt(stop, breakpoint);
        assert.equal(await stop.evaluate('words'), words);
        await stop.session.customRequest('continue', { threadId: stop.threadId });
      }
      await done;
    });
    assert.ok(record.passed.includes('test_counts_words'));
    assert.ok(record.failed.includes('test_expects_too_much'));
    const location = record.messages.get('test_expects_too_much')?.[0]?.location;
    assert.equal(
      document.lineAt(location?.range.start.line ?? 0).text.trim(),
      'self.assertEqual(task_func("a"), {})',
    );
  });

  it('debugs the active editor’s task where a session is started without a test', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'missed_branch');
    assert.ok(shown.entry.path);
    const uri = vscode.Uri.file(shown.entry.path);
    await vscode.window.showTextDocument(uri);
    const breakpoint = await breakpointAt(uri, 'if mean > limit');
    await recordTestRuns(tests.controller, async () => {
      const configuration = { type: 'bigcodebench', request: 'launch', name: 'F5' };
      await vscode.debug.startDebugging(undefined, configuration);
      const stop = await watcher.stopped();
      assertAt(stop, breakpoint);
      const over = new Promise((resolve) => {
        vscode.debug.onDidTerminateDebugSession(resolve);
      });
      await vscode.debug.stopDebugging(stop.session);
      await over;
    });
  });

  it('starts nothing where there is no Python', async () => {
    const { engines, tests } = await studio();
    const settings = vscode.workspace.getConfiguration('bigcodebench');
    const { Workspace } = vscode.ConfigurationTarget;
    await settings.update('pythonPath', '/no/such/python', Workspace);
    try {
      const record = await recordTestRuns(tests.controller, () =>
        command('debugTask', targetOf(task(fixtures, 'failing_test'))),
      );
      assert.deepEqual([record.passed, record.failed], [[], []]);
      assert.equal(vscode.debug.activeDebugSession, undefined);
      assert.ok(engines.state.kind === 'failed');
      assert.match(engines.state.reason, /^There is no Python at /);
    } finally {
      await settings.update('pythonPath', undefined, Workspace);
    }
  });

  it('ends the program and removes its files when the user stops', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'endless_loop');
    assert.ok(shown.entry.path);
    await breakpointAt(vscode.Uri.file(shown.entry.path), 'time.sleep');
    const text = readFileSync(shown.entry.path, 'utf8');
    let files: readonly string[] = [];
    const record = await recordTestRuns(tests.controller, async () => {
      const done = command('debugTask', targetOf(shown));
      const stop = await watcher.stopped();
      files = programFiles(text);
      await vscode.debug.stopDebugging(stop.session);
      await done;
    });
    assert.deepEqual([record.passed, record.failed], [[], []]);
    assert.equal(files.length, 1);
    assert.deepEqual(files.filter(existsSync), []);
  });
});

interface Stop {
  readonly session: vscode.DebugSession;
  readonly threadId: number;
  readonly document: vscode.Uri;
  /** 0-based. */
  readonly line: number;
  /** The line's, trimmed. */
  readonly text: string;
  /** The names of the functions, the innermost first. */
  readonly frames: readonly string[];
  evaluate(expression: string): Promise<string>;
}

const StoppedSchema = v.object({
  event: v.literal('stopped'),
  body: v.object({ threadId: v.number() }),
});
const StackTraceSchema = v.object({
  stackFrames: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      line: v.number(),
      source: v.object({ path: v.string() }),
    }),
  ),
});

/** Listens in on what VS Code and the debug adapter say to each other. */
class SessionWatcher {
  readonly #heard: { readonly session: vscode.DebugSession; readonly message: unknown }[] = [];
  readonly #hearing = new vscode.EventEmitter<void>();
  readonly #registration = vscode.debug.registerDebugAdapterTrackerFactory('bigcodebench', {
    createDebugAdapterTracker: (session) => ({
      onDidSendMessage: (message) => {
        this.#heard.push({ session, message });
        this.#hearing.fire();
      },
    }),
  });

  /** The program's next stop, once its document is in front of the user. */
  async stopped(): Promise<Stop> {
    const { threadId, session } = await this.#next((message, speaking) => {
      const parsed = v.safeParse(StoppedSchema, message);
      return parsed.success ? { ...parsed.output.body, session: speaking } : undefined;
    });
    const { stackFrames } = v.parse(
      StackTraceSchema,
      await session.customRequest('stackTrace', { threadId }),
    );
    const [top] = stackFrames;
    assert.ok(top);
    const document = documentOf(top.source.path);
    const editor = await eventually(vscode.window.onDidChangeActiveTextEditor, () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.toString() === document.toString() ? active : undefined;
    });
    return {
      session,
      threadId,
      document,
      line: top.line - 1,
      text: editor.document.lineAt(top.line - 1).text.trim(),
      frames: stackFrames.map(({ name }) => name),
      evaluate: async (expression) => {
        const answer: unknown = await session.customRequest('evaluate', {
          expression,
          frameId: top.id,
          context: 'watch',
        });
        return v.parse(v.object({ result: v.string() }), answer).result;
      },
    };
  }

  /** Waits for the answer to a request; `wanted` judges its body's JSON. */
  async answered(request: string, wanted: (body: string) => boolean): Promise<void> {
    const schema = v.object({ type: v.literal('response'), command: v.literal(request) });
    await this.#next((message) =>
      v.is(schema, message) && wanted(JSON.stringify(message)) ? true : undefined,
    );
  }

  dispose(): void {
    this.#registration.dispose();
    this.#hearing.dispose();
  }

  /** The first message, heard already or yet to come, that `probe` makes something of. */
  #next<T>(probe: (message: unknown, session: vscode.DebugSession) => T | undefined): Promise<T> {
    return eventually(this.#hearing.event, () => {
      for (const [index, { session, message }] of this.#heard.entries()) {
        const made = probe(message, session);
        if (made === undefined) continue;
        this.#heard.splice(index, 1);
        return made;
      }
      return undefined;
    });
  }
}

/** The document that an answer to us names; VS Code's server has made a URI of a file's path. */
function documentOf(name: string): vscode.Uri {
  const uri = vscode.Uri.parse(name);
  if (uri.scheme === 'bcb') return uri;
  return vscode.Uri.file(uri.scheme === 'vscode-remote' ? uri.path : name);
}

/** Sets a breakpoint at the first line of a document that holds `text`. */
async function breakpointAt(uri: vscode.Uri, text: string): Promise<vscode.SourceBreakpoint> {
  const document = await vscode.workspace.openTextDocument(uri);
  const position = document.positionAt(document.getText().indexOf(text));
  const breakpoint = new vscode.SourceBreakpoint(new vscode.Location(uri, position));
  vscode.debug.addBreakpoints([breakpoint]);
  return breakpoint;
}

function assertAt(stop: Stop, { location }: vscode.SourceBreakpoint): void {
  assert.equal(stop.document.toString(), location.uri.toString());
  assert.equal(stop.line, location.range.start.line);
}

/** The files with exactly this program that debugging has made. */
function programFiles(text: string): string[] {
  return readdirSync(os.tmpdir())
    .filter((name) => name.startsWith('bcb'))
    .map((name) => path.join(os.tmpdir(), name, 'task.py'))
    .filter((file) => existsSync(file) && readFileSync(file, 'utf8') === text);
}

function task(dataset: OpenDataset, taskId: string): ShownTask {
  const entry = dataset.tasks.get(taskId);
  assert.ok(entry, `no task ${taskId}`);
  return { dataset, entry };
}

function targetOf({ dataset, entry }: ShownTask): { datasetId: string; taskId: string } {
  return { datasetId: dataset.id, taskId: entry.task.taskId };
}
