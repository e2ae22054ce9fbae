import { join } from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../core/errors.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import type { CurationProjects } from './curationProjects.js';

/** Release Dataset…: asks for the version, writes the release and shows its data card. */
export async function releaseDataset(
  project: ProjectFolder,
  projects: CurationProjects,
): Promise<void> {
  const accepted = projects.tasks.filter(
    (task) => task.project.folder === project.folder && task.state.stage === 'accepted',
  ).length;
  if (accepted === 0) {
    throw new UserError(
      `${project.project.name} has no accepted task to release. Move tasks on to Accepted first: “Check Gates” says what they lack.`,
    );
  }
  const version = await vscode.window.showInputBox({
    title: `Release ${project.project.name}`,
    prompt: `The version. ${formatQuantity(accepted, 'accepted task')} ${accepted === 1 ? 'goes' : 'go'} into it.`,
    placeHolder: '0.1',
  });
  if (version === undefined) throw new CancelledError();
  const { writeRelease } = await import('../../node/curation/writeRelease.js');
  const person = await projects.identity(project);
  const { folder, taskIds } = await projects.alone(() => writeRelease(project, version, person));
  const card = vscode.Uri.file(join(folder, 'README.md'));
  await vscode.commands.executeCommand('markdown.showPreview', card);
  const upload = 'Upload…';
  void vscode.window
    .showInformationMessage(
      `Release ${version} of ${project.project.name} is made, with ${String(taskIds.length)} of its tasks.`,
      upload,
    )
    .then((choice) => {
      if (choice !== upload) return;
      void vscode.commands.executeCommand(commandId('uploadRelease'), vscode.Uri.file(folder));
    });
}
