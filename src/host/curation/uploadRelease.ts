import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../core/errors.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import { releaseFolder, releasesOf } from '../../node/curation/writeRelease.js';
import { planUpload, uploadRelease, type UploadPlan } from '../../node/hub/releaseUpload.js';
import { working } from '../working.js';
import { ProjectNode } from './curationNodes.js';
import type { CurationProjects } from './curationProjects.js';
import type { HubToken } from './hubToken.js';
import { pickProject } from './pickProject.js';

export interface UploadServices {
  readonly projects: CurationProjects;
  readonly token: HubToken;
  /** Where each project's releases went the last time. */
  readonly memory: vscode.Memento;
}

/** Upload Release…: publishes a release as a commit of a dataset on Hugging Face, once the user agrees. */
export async function chooseUpload(target: unknown, services: UploadServices): Promise<void> {
  const { project, version } = await chooseRelease(target, services.projects);
  const repo = await askRepo(project, services.memory);
  const token = await services.token.get();
  const plan = await working(`Looking at ${repo}`, (_, signal) =>
    planUpload(releaseFolder(project, version), { repo, token, signal }),
  );
  await agree(version, plan);
  const title = `Release ${version} of ${project.project.name}`;
  const url = await working(`Uploading release ${version} to ${repo}`, (tell, signal) =>
    uploadRelease(plan, title, { repo, token, signal }, tell),
  );
  const open = 'Open in Browser';
  void vscode.window
    .showInformationMessage(`Release ${version} is published in ${repo}.`, open)
    .then((choice) => choice && vscode.env.openExternal(vscode.Uri.parse(url)));
}

/** The release of a folder, or one that the user picks of a project's. */
async function chooseRelease(
  target: unknown,
  projects: CurationProjects,
): Promise<{ readonly project: ProjectFolder; readonly version: string }> {
  if (target instanceof vscode.Uri) {
    const project = projects.projects.find(
      ({ folder }) => folder === dirname(dirname(target.fsPath)),
    );
    if (project) return { project, version: basename(target.fsPath) };
  }
  const project = target instanceof ProjectNode ? target.project : await pickProject(projects);
  const releases = await releasesOf(project);
  if (releases.length === 0) {
    throw new UserError(
      `${project.project.name} has no release yet. Make one with “BigCodeBench: Release Dataset…”.`,
    );
  }
  const version = await vscode.window.showQuickPick(releases.toReversed(), {
    title: `Upload a Release of ${project.project.name}`,
  });
  if (version === undefined) throw new CancelledError();
  return { project, version };
}

async function askRepo({ folder, project }: ProjectFolder, memory: vscode.Memento) {
  const key = `bigcodebench.upload ${folder}`;
  const repo = await vscode.window.showInputBox({
    title: `Upload a Release of ${project.name}`,
    prompt: 'The dataset on Hugging Face; one that is not there yet is made, for its owner alone.',
    placeHolder: 'owner/name',
    value: memory.get(key, ''),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\w.-]+\/[\w.-]+$/.test(text.trim()) ? undefined : 'Expected owner/name.',
  });
  if (repo === undefined) throw new CancelledError();
  await memory.update(key, repo.trim());
  return repo.trim();
}

/** @throws {CancelledError} where the user does not */
async function agree(version: string, { files, bytes, url, readers }: UploadPlan): Promise<void> {
  const upload = 'Upload';
  const who =
    readers === 'nobody yet'
      ? 'The dataset is not there yet. It is made for its owner alone; Hugging Face’s settings open it to others.'
      : readers === 'everybody'
        ? 'The dataset is public: everybody can read what is uploaded, and keep it.'
        : 'The dataset is private: its members can read what is uploaded.';
  const choice = await vscode.window.showWarningMessage(
    `Upload release ${version} to ${url}?`,
    {
      modal: true,
      detail: `${who}\n\nOne commit of ${files.join(', ')} (${(bytes / 1e3).toFixed(1)} kB). Files of these names there are replaced.`,
    },
    upload,
  );
  if (choice !== upload) throw new CancelledError();
}
