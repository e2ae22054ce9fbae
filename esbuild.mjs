/**
 * Bundles what is shipped (dist/) and the integration tests (dist-test/).
 *
 *   node esbuild.mjs                what `npm start` and the tests run
 *   node esbuild.mjs --production   minified and without source maps, for the .vsix
 *   node esbuild.mjs --watch        rebuilds after every change
 */
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {esbuild.Plugin} */
const refuseVscode = {
  name: 'refuse-vscode',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, () => ({
      errors: [
        { text: 'The command line runs without an editor: nothing it uses may import vscode.' },
      ],
    }));
  },
};

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: !production,
  metafile: true,
  logLevel: 'warning',
  legalComments: 'none',
};

/** @type {esbuild.BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20' };

/** The CommonJS packages in a bundle call `require` for Node's own modules, which ESM lacks. */
const requireInModules = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
].join('\n');

/** @type {esbuild.BuildOptions} */
const extension = {
  ...node,
  // What only some commands need is in files of its own, which activation does not read.
  entryPoints: [{ in: 'src/extension.ts', out: 'extension' }],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
  external: ['vscode'],
  banner: { js: requireInModules },
};

/** @type {esbuild.BuildOptions} */
const cli = {
  ...node,
  entryPoints: ['src/cli/main.ts'],
  outfile: 'dist/cli.js',
  format: 'esm',
  plugins: [refuseVscode],
  banner: {
    js: `#!/usr/bin/env node\n${requireInModules}`,
  },
};

/** Every page of the webview: webview/<page>/main.ts becomes dist/webview/<page>.js. */
function webview() {
  const pages = existsSync(path.join(root, 'webview'))
    ? readdirSync(path.join(root, 'webview')).filter((page) =>
        existsSync(path.join(root, 'webview', page, 'main.ts')),
      )
    : [];
  /** @type {esbuild.BuildOptions} */
  const options = {
    ...common,
    entryPoints: pages.map((page) => ({ in: `webview/${page}/main.ts`, out: page })),
    outdir: 'dist/webview',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    tsconfig: 'tsconfig.webview.json',
  };
  return options;
}

/** The runner and each test file by itself: the runner reads the folder, so that none is forgotten. */
function integrationTests() {
  const folder = path.join(root, 'test/integration');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
    : [];
  /** @type {esbuild.BuildOptions} */
  const options = {
    ...node,
    entryPoints: files.map((name) => `test/integration/${name}`),
    outdir: 'dist-test/integration',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode', 'mocha'],
  };
  return options;
}

/** @param {esbuild.Metafile} metafile */
function printSizes(metafile) {
  let chunks = 0;
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
    if (file.startsWith('dist/chunks/')) chunks += file.endsWith('.map') ? 0 : bytes;
    else if (!file.endsWith('.map')) printSize(bytes, file);
  }
  if (chunks > 0) printSize(chunks, 'dist/chunks');
}

/**
 * @param {number} bytes
 * @param {string} name
 */
function printSize(bytes, name) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} kB  ${name}`);
}

const bundles = [extension, cli, webview()];
if (!production) bundles.push(integrationTests());

// A file whose source is gone must not be shipped, nor run as a test.
for (const folder of production ? ['dist'] : ['dist', 'dist-test']) {
  rmSync(path.join(root, folder), { recursive: true, force: true });
}

if (watch) {
  for (const bundle of bundles) {
    const context = await esbuild.context({ ...bundle, logLevel: 'info' });
    await context.watch();
  }
} else {
  try {
    const results = await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
    chmodSync(path.join(root, 'dist', 'cli.js'), 0o755);
    for (const { metafile } of results) if (metafile) printSizes(metafile);
  } catch (error) {
    // esbuild has printed its own errors, each with its place.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    process.exitCode = 1;
  }
}
