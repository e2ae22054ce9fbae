import path from 'node:path';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const root = path.dirname(fileURLToPath(import.meta.url));

/** Who may not import what: host and cli → node → core → shared, and webview → shared. */
const importDirections = [
  {
    target: './src/shared',
    from: './src',
    except: ['./shared'],
    message: 'shared/ is what everything else stands on: it imports nothing of ours.',
  },
  {
    target: './src/core',
    from: './src',
    except: ['./core', './shared'],
    message: 'core/ is the domain: it imports only shared/, and asks for the rest by interfaces.',
  },
  {
    target: './src/node',
    from: './src',
    except: ['./node', './core', './shared'],
    message: 'node/ serves host/ and cli/ alike: it imports only core/ and shared/.',
  },
  {
    target: './src/host',
    from: ['./src/cli', './src/extension.ts'],
    message: 'host/ and cli/ meet in what both stand on: node/, core/ and shared/.',
  },
  {
    target: './src/cli',
    from: ['./src/host', './src/extension.ts'],
    message: 'cli/ runs without an editor: it imports only node/, core/ and shared/.',
  },
  {
    target: './src',
    from: './src/cli/main.ts',
    message: 'main.ts wires the command line together: nothing imports it.',
  },
  {
    target: './src',
    from: './webview',
    message: 'webview/ runs in the browser: what it shares with src/ belongs in src/shared/.',
  },
  {
    target: './webview',
    from: './src',
    except: ['./shared'],
    message: 'webview/ runs in the browser: of src/ it imports only shared/.',
  },
];

/** Node's globals, which core/ and shared/ do without so that they could run in a browser. */
const nodeGlobals = ['process', 'Buffer', 'global', 'require', 'module', '__dirname', '__filename'];

export default defineConfig(
  { ignores: ['dist/', 'dist-test/', 'artifacts/', '.vscode-test/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  importX.flatConfigs.typescript,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'tsconfig.webview.json'],
        tsconfigRootDir: root,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      // TypeScript knows which names exist.
      'no-undef': 'off',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones: importDirections }],
      'import-x/no-cycle': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // node:test collects what these return and awaits it itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
          ],
        },
      ],
    },
  },

  {
    files: ['**/*.{ts,mts}'],
    ignores: ['src/host/**', 'src/extension.ts', 'test/integration/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'vscode',
              message:
                'Only src/host/, src/extension.ts and the integration tests know the editor.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/core/**', 'src/shared/**', 'webview/**'],
    rules: {
      'import-x/no-nodejs-modules': 'error',
      'no-restricted-globals': ['error', ...nodeGlobals],
    },
  },

  prettier,
);
