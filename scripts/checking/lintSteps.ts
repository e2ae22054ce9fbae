import { eslint, nodeStep, prettier, tsc, type Step } from './steps.js';

/** Everything that is found without running the product. */
export function lintSteps(python: string): readonly Step[] {
  return [
    { name: 'build', command: process.execPath, args: ['esbuild.mjs'] },
    nodeStep('types', tsc, '--project', 'tsconfig.json'),
    nodeStep('types of the webviews', tsc, '--project', 'tsconfig.webview.json'),
    nodeStep('eslint', eslint, '--max-warnings=0', '.'),
    nodeStep('prettier', prettier, '--check', '--log-level=warn', '.'),
    // samples/ has rules of its own, and pyproject.toml leaves it out.
    { name: 'ruff', command: python, args: ['-m', 'ruff', 'check', '.', 'samples'] },
    {
      name: 'ruff format',
      command: python,
      args: ['-m', 'ruff', 'format', '--check', '.', 'samples'],
    },
    { name: 'mypy', command: python, args: ['-m', 'mypy'] },
  ];
}
