import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { formatBytes, type EnvironmentPlan } from '../../core/environments/environmentPlan.js';
import type { FoundInterpreter } from '../../core/environments/interpreter.js';
import { UserError } from '../../core/errors.js';

/** Where an environment will live. */
export interface EnvironmentPlace {
  /** For people. */
  readonly name: string;
  readonly folder: string;
  /** Whether the folder is among those that we made. */
  readonly isOurs: boolean;
}

/** Asks which libraries the environment is to hold; undefined where the user asks for none. */
export async function choosePlan(
  plans: readonly EnvironmentPlan[],
): Promise<EnvironmentPlan | undefined> {
  const items = plans.map((plan) => ({
    label: plan.title,
    description: planText(plan),
    plan,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Create Environment',
    placeHolder: 'What the environment is to hold',
  });
  return picked?.plan;
}

/** A plan's Python, size and number of libraries. */
export function planText({ distributions, series, bytes }: EnvironmentPlan): string {
  if (distributions === 0) return 'nothing';
  return [
    packagesText(distributions),
    ...(series === undefined ? [] : [`Python ${series}`]),
    ...(bytes === undefined ? [] : [`${formatBytes(bytes)} on disk`]),
  ].join(' · ');
}

function packagesText(count: number): string {
  return count === 1 ? '1 package' : `${String(count)} packages`;
}

/** What a plan takes; where that is not known, its packages, each with what it needs in turn. */
function diskText({ bytes, isEstimated, distributions }: EnvironmentPlan): string {
  return bytes === undefined
    ? `${packagesText(distributions)} and what is needed for them`
    : `${isEstimated ? 'about ' : ''}${formatBytes(bytes)} on disk`;
}

/** What the user is told before anything is made. */
export interface Announcement {
  readonly plan: EnvironmentPlan;
  /** The Python to make it with. */
  readonly python: Pick<FoundInterpreter, 'path' | 'version'>;
  /** What will do the work, and how that comes here. */
  readonly installer: string;
}

/**
 * Says what is about to be made and asks where; the answer is the consent.
 * @throws {UserError} where the chosen disk has too little room
 */
export async function choosePlace(
  places: readonly EnvironmentPlace[],
  { plan, python, installer }: Announcement,
): Promise<EnvironmentPlace | undefined> {
  const items = await Promise.all(
    places.map(async (place) => {
      const free = await freeBytes(place.folder);
      return {
        label: place.name,
        description: place.folder,
        detail: [
          ...(free === undefined ? [] : [`${formatBytes(free)} free`]),
          `made with ${python.path}`,
        ].join(' · '),
        place,
        free,
      };
    }),
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: `Create Environment: ${plan.title}`,
    placeHolder: `${diskText(plan)} · Python ${python.version} · by ${installer}. Choose where:`,
  });
  if (!picked) return undefined;
  const { free } = picked;
  if (plan.bytes !== undefined && free !== undefined && free < plan.bytes) {
    throw new UserError(
      `The environment takes ${formatBytes(plan.bytes)}, and ${picked.place.folder} has ${formatBytes(free)} free. Free some space, or choose another place.`,
    );
  }
  return picked.place;
}

/** The places to choose from: the workspace's own `.venv`, and the folder of those that we made. */
export function placesFor(name: string, createdDir: string): EnvironmentPlace[] {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return [
    ...(workspace === undefined
      ? []
      : [{ name: 'Workspace', folder: join(workspace, '.venv'), isOurs: false }]),
    { name: 'BigCodeBench’s storage', folder: join(createdDir, name), isOurs: true },
  ];
}

/** The room on the disk of a folder that need not exist yet; undefined where the system does not say. */
async function freeBytes(folder: string): Promise<number | undefined> {
  for (let existing = folder; ; existing = dirname(existing)) {
    const found = await statfs(existing).catch(() => undefined);
    if (found) return found.bavail * found.bsize;
    if (dirname(existing) === existing) return undefined;
  }
}
