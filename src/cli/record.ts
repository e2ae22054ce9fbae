import { countText } from '../core/countText.js';
import { gitIdentity } from '../node/curation/gitIdentity.js';
import { recordOutsideEdits } from '../node/curation/outsideEdits.js';
import { openProject } from '../node/curation/projectFolder.js';
import { parsePathAndOptions } from './surroundings.js';

/** `bcb record`: puts on record what was done to a project's task files elsewhere. */
export async function record(args: readonly string[]): Promise<number> {
  const { path } = parsePathAndOptions(args, {}, 'PROJECT');
  const project = await openProject(path);
  const recorded = await recordOutsideEdits(project, () => gitIdentity(path));
  for (const { taskId, event } of recorded) {
    process.stdout.write(`${taskId}: ${event.type}${event.reason ? `, ${event.reason}` : ''}\n`);
  }
  process.stdout.write(
    recorded.length === 0
      ? 'Everything is on record.\n'
      : `${countText(recorded.map(({ event }) => event.type))}\n`,
  );
  return 0;
}
