import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../core/errors.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import type { CurationProjects } from './curationProjects.js';

/**
 * The workspace's curation project; the user picks where there are several.
 * @throws {UserError} where there is none
 */
export async function pickProject({ projects }: CurationProjects): Promise<ProjectFolder> {
  const [only, ...others] = projects;
  if (!only) {
    throw new UserError(
      'There is no curation project in this workspace. Make one with “BigCodeBench: New Project…”.',
    );
  }
  if (others.length === 0) return only;
  const picked = await vscode.window.showQuickPick(
    projects.map((project) => ({
      label: project.project.name,
      description: project.folder,
      project,
    })),
    { title: 'Curation Project' },
  );
  if (!picked) throw new CancelledError();
  return picked.project;
}
