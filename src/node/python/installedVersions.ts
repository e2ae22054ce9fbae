import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { distributionKey } from '../../core/distributions.js';
import { messageOf, UserError } from '../../core/errors.js';
import { engineEnvironment } from '../engine/environment.js';

const SCRIPT = `
import importlib.metadata, json
print(json.dumps([[d.metadata["Name"], d.version] for d in importlib.metadata.distributions()]))
`;
const VersionsSchema = v.array(v.tuple([v.nullable(v.string()), v.nullable(v.string())]));

/**
 * What is installed in an interpreter's environment, by the distributions' keys.
 * @throws {UserError} where the interpreter does not answer
 */
export async function installedVersions(python: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', SCRIPT], {
      env: engineEnvironment(process.env),
      maxBuffer: 16 * 1024 * 1024,
    });
    const versions = new Map<string, string>();
    for (const [name, version] of v.parse(VersionsSchema, JSON.parse(stdout))) {
      // A folder that looks like a distribution and is none has neither.
      if (name !== null && version !== null) versions.set(distributionKey(name), version);
    }
    return versions;
  } catch (error) {
    throw new UserError(`${python} does not say what is installed: ${messageOf(error)}`);
  }
}
