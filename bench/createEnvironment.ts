/**
 * How long the benchmark's published environment takes to make where nothing is cached: not uv, no
 * download. The limit is two minutes, of which our own part is to be below five seconds.
 *
 *   npm run bench:create-environment -- --python PATH   a Python 3.10
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publishedPlan } from '../src/core/environments/environmentPlan.js';
import { createEnvironment } from '../src/node/environments/createEnvironment.js';
import { installUv } from '../src/node/environments/uv.js';
import { probeInterpreter } from '../src/node/python/probe.js';

const { values } = parseArgs({ options: { python: { type: 'string', default: 'python3.10' } } });
const base = await probeInterpreter(values.python);
const { requirements, distributions } = publishedPlan(base.system);
const scratch = await mkdtemp(join(tmpdir(), 'bigcodebench-bench-'));
process.env['UV_CACHE_DIR'] = join(scratch, 'cache');
process.env['PIP_NO_CACHE_DIR'] = '1';
const { signal } = new AbortController();

try {
  const started = performance.now();
  const uv = await installUv(base.path, join(scratch, 'tools'), {
    signal,
    onLine: () => undefined,
  });
  const uvSeconds = (performance.now() - started) / 1000;
  const job = { folder: join(scratch, 'environment'), isOurs: true, base, requirements, uv };
  const listener = { onProgress: () => undefined, log: console.log };
  const made = await createEnvironment(job, signal, listener);
  console.log(
    [
      `${String(distributions)} named distributions, Python ${base.version}`,
      `uv ${uvSeconds.toFixed(1)} s, environment ${made.seconds.toFixed(1)} s`,
      `together ${(uvSeconds + made.seconds).toFixed(1)} s, our own part ${(made.ownSeconds * 1000).toFixed(0)} ms`,
    ].join('\n'),
  );
} finally {
  await rm(scratch, { recursive: true, force: true });
}
