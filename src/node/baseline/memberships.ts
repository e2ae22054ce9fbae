import * as v from 'valibot';
import type { Study } from '../../core/baseline/study.js';
import { readJson, writeJson } from '../jsonFile.js';

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

/** The studies in which the person at this machine takes or took part; none where that cannot be read. */
export async function readMemberships(file: string): Promise<readonly Membership[]> {
  const parsed = v.safeParse(MembershipsSchema, await readJson(file));
  return parsed.success ? parsed.output.memberships : [];
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
