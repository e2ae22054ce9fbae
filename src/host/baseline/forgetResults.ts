import * as vscode from 'vscode';

/**
 * Takes away what runs have left in VS Code: the Testing view keeps results, with the lines and
 * tracebacks of tests, and knows no way to drop those of single tasks. What runs is ended first.
 */
export async function forgetResults(): Promise<void> {
  for (const command of ['cancelRun', 'clearTestResults', 'coverage.close']) {
    await vscode.commands.executeCommand(`testing.${command}`);
  }
}
