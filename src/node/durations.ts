import * as v from 'valibot';
import { readJson, writeJson } from './jsonFile.js';

const FileSchema = v.object({
  version: v.literal(1),
  /** How long the tests took, in seconds, by the task's content key; the latest last. */
  seconds: v.record(v.string(), v.number()),
});

/** Twenty versions of a dataset of a thousand tasks. */
const MOST_REMEMBERED = 20_000;

/** The durations that earlier checks have left; none where there is no such file or it cannot be read. */
export async function readDurations(path: string): Promise<ReadonlyMap<string, number>> {
  // They only make a check quicker: whatever is wrong with them, it goes on without.
  const parsed = v.safeParse(FileSchema, await readJson(path).catch(() => undefined));
  return new Map(parsed.success ? Object.entries(parsed.output.seconds) : []);
}

/** Adds what a check has measured to the file, and lets go of the oldest beyond its bound. */
export async function rememberDurations(
  path: string,
  measured: ReadonlyMap<string, number>,
): Promise<void> {
  // Read anew: another check may have written meanwhile.
  const earlier = [...(await readDurations(path))].filter(([key]) => !measured.has(key));
  const kept = [...earlier, ...measured].slice(-MOST_REMEMBERED);
  await writeJson(path, { version: 1, seconds: Object.fromEntries(kept) });
}
