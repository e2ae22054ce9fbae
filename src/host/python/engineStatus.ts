import * as vscode from 'vscode';
import { describeIsolation } from './describeIsolation.js';
import type { EngineService, EngineState } from './engineService.js';

/** The status bar's entry: interpreter · isolation level. */
export function showEngineStatus(engines: EngineService): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'bigcodebench.engine',
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = 'BigCodeBench Interpreter';
  item.command = 'bigcodebench.environment.focus';
  const update = (state: EngineState): void => {
    item.text = statusText(state);
    item.tooltip = statusTooltip(state);
    item.backgroundColor =
      state.kind === 'failed'
        ? new vscode.ThemeColor('statusBarItem.warningBackground')
        : undefined;
  };
  update(engines.state);
  item.show();
  return vscode.Disposable.from(item, engines.onDidChangeState(update));
}

function statusText(state: EngineState): string {
  switch (state.kind) {
    case 'idle':
      return '$(beaker) BigCodeBench';
    case 'starting':
      return '$(loading~spin) Python';
    case 'ready':
      return `$(beaker) ${state.engine.python.version} · ${state.engine.isolation.level}`;
    case 'failed':
      return '$(warning) No Python';
  }
}

function statusTooltip(state: EngineState): string {
  switch (state.kind) {
    case 'idle':
      return 'BigCodeBench starts Python with the first run. Click to see the environment.';
    case 'starting':
      return 'BigCodeBench is starting Python.';
    case 'ready':
      return [
        `BigCodeBench runs tasks with Python ${state.engine.python.version}`,
        state.engine.python.executable,
        `Chosen by: ${state.interpreter.chosenBy}`,
        `Isolation: ${describeIsolation(state.engine.isolation)}`,
        'Click to see the environment.',
      ].join('\n');
    case 'failed':
      return `${state.reason}\nClick to see the environment.`;
  }
}
