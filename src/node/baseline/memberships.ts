import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Study } from '../../core/baseline/study.js';
import { UserError } from '../../core/errors.js';
import { unlessMissing } from '../files.js';
import { writeJson } from '../jsonFile.js';

const MembershipSchema = v.object({
  /** The study's file when the person joined; `name`, `split` and `checksum` find it when it has moved. */
  path: v.string(),
  name: v.string(),
  split: v.picklist(['complete', 'instruct']),
  checksum: v.string(),
  /** The name that this person has in the study. */
  solver: v.string(),
  /** Whether the person lets every edit be recorded. */
  recorded: v.boolean(),
  /** Of one who left, saw the tasks as they are, and may come back, which is then on record. */
  state: v.picklist(['in', 'left', 'back']),
});
/** That the person at this machine takes part in a study. */
export type Membership = v.InferOutput<typeof MembershipSchema>;

const MembershipsSchema = v.object({
  version: v.literal(1),
  memberships: v.array(MembershipSchema),
});

/**
 * The studies in which the person at this machine takes or took part.
 * @throws {UserError} where that cannot be read: it may be a newer version's, and is not written over
 */
export async function readMemberships(file: string): Promise<readonly Membership[]> {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === undefined) return [];
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MembershipsSchema), text);
  if (parsed.success) return parsed.output.memberships;
  throw new UserError(
    `${file}, which keeps the studies that you take part in, cannot be read: ${parsed.issues[0].message}. Where a newer version wrote it, update the extension; else delete it and take part again.`,
  );
}

/** Takes part in a study, again where somebody has left it. */
export async function addMembership(
  file: string,
  membership: Omit<Membership, 'state'>,
): Promise<void> {
  const all = await readMemberships(file);
  const before = all.find((one) => isSameStudy(one, membership));
  const state = before && before.state !== 'in' ? 'back' : 'in';
  await replace(file, { ...membership, state });
}

/** Takes part no longer. */
export async function leaveStudy(file: string, membership: Membership): Promise<void> {
  await replace(file, { ...membership, state: 'left' });
}

async function replace(file: string, membership: Membership): Promise<void> {
  const others = (await readMemberships(file)).filter((one) => !isSameStudy(one, membership));
  await writeJson(file, { version: 1, memberships: [...others, membership] });
}

/** Whether a membership is in this study, wherever its file lies. */
export function isMemberOf({ name, split, checksum }: Membership, study: Study): boolean {
  return name === study.name && split === study.split && checksum === study.dataset.checksum;
}

type Named = Pick<Membership, 'name' | 'split' | 'checksum'>;

function isSameStudy(one: Named, other: Named): boolean {
  return one.name === other.name && one.split === other.split && one.checksum === other.checksum;
}
