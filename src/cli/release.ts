import { UserError } from '../core/errors.js';
import { gitIdentity } from '../node/curation/gitIdentity.js';
import { openProject } from '../node/curation/projectFolder.js';
import { writeRelease } from '../node/curation/writeRelease.js';
import { plural } from './counts.js';
import { parsePathAndOptions } from './surroundings.js';

/** `bcb release`: the accepted tasks of a project as files to publish. */
export async function release(args: readonly string[]): Promise<number> {
  const { path, values } = parsePathAndOptions(args, { version: { type: 'string' } }, 'PROJECT');
  const { version } = values;
  if (version === undefined) throw new UserError('--version is missing: for example 0.1.');
  const project = await openProject(path);
  const { folder, files, taskIds } = await writeRelease(project, version, await gitIdentity(path));
  process.stdout.write(`${plural(taskIds.length, 'task')} in ${folder}: ${files.join(', ')}\n`);
  return 0;
}
