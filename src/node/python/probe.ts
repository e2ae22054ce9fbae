import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { FoundInterpreter } from '../../core/environments/interpreter.js';
import { UserError } from '../../core/errors.js';
import { brokenEnvironment } from './virtualEnvironment.js';

const run = promisify(execFile);
const LIMIT_MS = 10_000;

/** Written for every Python there is: one that is too old shall say so itself. */
const PROGRAM = `
import json, platform, sys
sys.path = [entry for entry in sys.path if entry]
try:
    from importlib.util import find_spec
except ImportError:
    find_spec = lambda name: None
found = []
for name in sys.argv[1:]:
    try:
        if find_spec(name) is not None:
            found.append(name)
    except Exception:
        pass
print(json.dumps({
    "path": sys.executable,
    "version": platform.python_version(),
    "prefix": sys.prefix,
    "basePrefix": getattr(sys, "base_prefix", sys.prefix),
    "platform": sys.platform,
    "modules": found,
}))
`;

const AnswerSchema = v.object({
  path: v.pipe(v.string(), v.nonEmpty()),
  version: v.string(),
  prefix: v.string(),
  basePrefix: v.string(),
  platform: v.string(),
  modules: v.array(v.string()),
});

/**
 * Asks an interpreter for its version, its place, and which of `modules` (top-level import names) it
 * can find, without importing them.
 * @throws {UserError} that says why it does not answer as Python does
 */
export async function probeInterpreter(
  path: string,
  modules: readonly string[] = [],
): Promise<FoundInterpreter> {
  const { stdout } = await run(path, ['-E', '-c', PROGRAM, ...modules], {
    timeout: LIMIT_MS,
  }).catch((error: unknown) => {
    throw new UserError(whyNot(path, error));
  });
  const answer = v.safeParse(AnswerSchema, parsed(stdout));
  if (!answer.success) throw new UserError(`${path} does not answer as Python does.`);
  const { basePrefix, platform, ...found } = answer.output;
  const system = platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : 'linux';
  return { ...found, isVirtual: found.prefix !== basePrefix, system };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FailureSchema = v.object({
  code: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  killed: v.optional(v.boolean()),
  stderr: v.optional(v.string(), ''),
});

/** Why a path cannot be run as Python is, in one sentence. */
function whyNot(path: string, error: unknown): string {
  const failure = v.parse(FailureSchema, error);
  const broken = brokenEnvironment(path);
  if (broken !== undefined) return broken;
  if (failure.code === 'ENOENT') return `There is no Python at ${path}.`;
  if (failure.code === 'EACCES') return `${path} cannot be run: it is a folder or not executable.`;
  if (failure.killed === true) {
    return `${path} did not answer within ${String(LIMIT_MS / 1000)} seconds.`;
  }
  const lastWords = failure.stderr.trim().split('\n').at(-1) ?? '';
  return `${path} does not answer as Python does${lastWords === '' ? '' : ` (${lastWords})`}.`;
}
