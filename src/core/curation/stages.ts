/** The way of a task that meets no objection. */
export const PATH = [
  'draft',
  'refined',
  'reviewed',
  'pre-evaluated',
  'cross-checked',
  'accepted',
] as const;

/** Where a task goes that meets one. */
export const OFF_THE_WAY = ['returned', 'rejected'] as const;

export const STAGES = [...PATH, ...OFF_THE_WAY] as const;
/** Where a task of a project stands. */
export type Stage = (typeof STAGES)[number];

export function isOffTheWay(stage: Stage): boolean {
  return OFF_THE_WAY.some((one) => one === stage);
}

/** The stage after this one; `undefined` at the end of the way, and off it. */
export function nextStage(stage: Stage): Stage | undefined {
  const at = placeOf(stage);
  return at === -1 ? undefined : PATH[at + 1];
}

/**
 * Where a task may be moved from a stage: one step on, back to any earlier step, or off the way.
 * A returned task takes the way again from the start, and a rejected one can be taken up again.
 */
export function reachableStages(stage: Stage): readonly Stage[] {
  if (stage === 'rejected') return ['draft'];
  if (stage === 'returned') return ['draft', 'refined', 'rejected'];
  const at = placeOf(stage);
  const next = nextStage(stage);
  return [...(next ? [next] : []), ...PATH.slice(0, at), ...OFF_THE_WAY];
}

/** Whether a move needs the gates of the stage that it leads to: only steps forward do. */
export function isStepForward(from: Stage, to: Stage): boolean {
  return placeOf(to) > Math.max(placeOf(from), 0);
}

/** How far along the way a stage is; -1 for one off it. */
function placeOf(stage: Stage): number {
  return PATH.findIndex((step) => step === stage);
}

/** Stages in words. */
const TITLES: Readonly<Record<Stage, string>> = {
  draft: 'Draft',
  refined: 'Refined',
  reviewed: 'Reviewed',
  'pre-evaluated': 'Pre-evaluated',
  'cross-checked': 'Cross-checked',
  accepted: 'Accepted',
  returned: 'Returned',
  rejected: 'Rejected',
};

export function stageTitle(stage: Stage): string {
  return TITLES[stage];
}
