import * as vscode from 'vscode';
import type { RunResult } from '../../core/engine.js';
import { distributionOf } from '../../core/distributions.js';
import type { Interpreter } from './interpreter.js';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Gathers what runs lacked in the interpreter and says at their end, once, how to install it. */
export class MissingPieces {
  readonly #modules = new Set<string>();
  #coverage = false;

  constructor(private readonly interpreter: Interpreter) {}

  note(result: RunResult, coverageAsked: boolean): void {
    // The name comes from the program under test and goes into a shell command.
    if (result.cause === 'import' && result.module !== null && IDENTIFIER.test(result.module)) {
      this.#modules.add(result.module);
    }
    if (coverageAsked && result.coverage === null && result.tests.length > 0) this.#coverage = true;
  }

  report(): void {
    const names = [...this.#modules];
    const distributions = names.map(distributionOf);
    if (this.#coverage) {
      names.push('coverage.py');
      distributions.push('coverage');
    }
    if (names.length === 0) return;
    const command = `"${this.interpreter.path}" -m pip install ${distributions.join(' ')}`;
    const install = 'Install in Terminal';
    const copy = 'Copy Command';
    const text = `${this.interpreter.path} lacks ${names.join(', ')}. Install with: ${command}`;
    void vscode.window.showWarningMessage(text, install, copy).then(async (choice) => {
      if (choice === copy) await vscode.env.clipboard.writeText(command);
      if (choice === install) {
        const terminal = vscode.window.createTerminal('BigCodeBench: Install');
        terminal.show();
        // PowerShell takes a quoted path as a string unless it is called.
        terminal.sendText(process.platform === 'win32' ? `& ${command}` : command);
      }
    });
  }
}
