/** The rules that hold the layers apart are themselves tested: a broken one would go unseen. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { root } from '../../scripts/setup/paths.js';

/** Gathering type information takes seconds: only the test of a rule that needs it waits for that. */
const withoutTypes = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked });
const withTypes = new ESLint({
  cwd: root,
  overrideConfig: {
    // Where CI is set it would read the file on disk and not the text that it is given.
    languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } },
  },
});

/** The rules that a file of this name and text breaks. */
async function broken(eslint: ESLint, filePath: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId ?? 'syntax'));
}

const direction = 'import-x/no-restricted-paths';
const vscode = '@typescript-eslint/no-restricted-imports';
const node = 'import-x/no-nodejs-modules';

suite('imports against the direction are refused', () => {
  const refused: [from: string, imported: string, rule: string][] = [
    ['src/shared/new.ts', '../core/task.js', direction],
    ['src/core/new.ts', '../node/datasets/source.js', direction],
    ['src/core/deep/new.ts', '../../host/api.js', direction],
    ['src/node/new.ts', '../host/api.js', direction],
    ['src/node/new.ts', '../cli/check.js', direction],
    ['src/host/new.ts', '../cli/check.js', direction],
    ['src/host/new.ts', '../extension.js', direction],
    ['src/cli/new.ts', '../host/api.js', direction],
    ['src/cli/new.ts', './main.js', direction],
    ['webview/new/main.ts', '../../src/core/task.js', direction],
    ['src/host/new.ts', '../../webview/toolkit.js', direction],
    ['src/core/new.ts', 'vscode', vscode],
    ['src/node/new.ts', 'vscode', vscode],
    ['src/cli/main.ts', 'vscode', vscode],
    ['webview/new/main.ts', 'vscode', vscode],
    ['test/unit/new.test.ts', 'vscode', vscode],
    ['src/core/new.ts', 'node:fs', node],
    ['src/shared/new.ts', 'path', node],
    ['webview/new/main.ts', 'node:fs', node],
  ];
  for (const [from, imported, rule] of refused) {
    test(`${from} ← ${imported}`, async () => {
      const text = `import * as imported from '${imported}';\nexport default imported;\n`;
      assert.deepEqual(await broken(withoutTypes, from, text), [rule]);
    });
  }
});

suite('imports in the direction are allowed', () => {
  const allowed: [from: string, imported: string][] = [
    ['src/core/new.ts', '../shared/engineProtocol.js'],
    ['src/core/new.ts', './task.js'],
    ['src/node/new.ts', '../core/task.js'],
    ['src/node/new.ts', 'node:fs'],
    ['src/host/new.ts', '../node/datasets/source.js'],
    ['src/host/new.ts', 'vscode'],
    ['src/cli/new.ts', '../node/datasets/source.js'],
    ['src/extension.ts', './host/api.js'],
    ['src/extension.ts', 'vscode'],
    ['webview/new/main.ts', '../../src/shared/engineProtocol.js'],
    ['test/integration/new.test.ts', 'vscode'],
  ];
  for (const [from, imported] of allowed) {
    test(`${from} ← ${imported}`, async () => {
      const text = `import * as imported from '${imported}';\nexport default imported;\n`;
      assert.deepEqual(await broken(withoutTypes, from, text), []);
    });
  }
});

test('core does without the globals of Node', async () => {
  const text = 'export const home = process.env;\n';
  assert.deepEqual(await broken(withoutTypes, 'src/core/new.ts', text), ['no-restricted-globals']);
});

test('no explicit any', async () => {
  const text = 'export const anything = (value: any): unknown => value;\n';
  assert.deepEqual(await broken(withoutTypes, 'src/core/new.ts', text), [
    '@typescript-eslint/no-explicit-any',
  ]);
});

test('no import cycle', async () => {
  // By way of taskFunction.ts, taskFile.ts uses docstring.ts, which would thereby import itself.
  const text = "export * from './taskFile.js';\n";
  assert.deepEqual(await broken(withoutTypes, 'src/core/docstring.ts', text), [
    'import-x/no-cycle',
  ]);
});

test('no floating promise', async () => {
  const text = "export const forget = (): void => {\n  Promise.resolve('result');\n};\n";
  assert.deepEqual(await broken(withTypes, 'src/core/errors.ts', text), [
    '@typescript-eslint/no-floating-promises',
  ]);
});
