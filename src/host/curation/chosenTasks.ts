import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { CuratedTaskNode, StageNode } from './curationNodes.js';
import type { CuratedTask, CurationProjects } from './curationProjects.js';
import { tasksOf, type CurationView } from './curationView.js';

/** Finds the tasks that a command is given at. */
export class ChosenTasks {
  constructor(
    private readonly projects: CurationProjects,
    private readonly view: CurationView,
  ) {}

  /**
   * The tasks that a command's target means: a node of the view, together with the others that are
   * selected where it is one of them; a file; without a target the active editor's, else what is
   * selected. None where that is nothing.
   */
  of(target: unknown): readonly CuratedTask[] {
    if (target instanceof CuratedTaskNode || target instanceof StageNode) {
      return this.view.isSelected(target) ? this.view.selection : tasksOf(target);
    }
    const uri =
      target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
    const task = uri && this.projects.find(uri.fsPath);
    return task ? [task] : this.view.selection;
  }

  /** @throws {UserError} where the target means no task */
  all(target: unknown): readonly CuratedTask[] {
    const tasks = this.of(target);
    return tasks.length > 0 ? tasks : noneChosen();
  }

  /** As `of`, for what is done with one task at a time. */
  first(target: unknown): CuratedTask | undefined {
    return target instanceof CuratedTaskNode ? target.task : this.of(target)[0];
  }

  /** @throws {UserError} where the target means no task */
  one(target: unknown): CuratedTask {
    return this.first(target) ?? noneChosen();
  }
}

function noneChosen(): never {
  throw new UserError(
    'No task of a curation project is chosen. Open its file, or select it in the Curation view.',
  );
}
