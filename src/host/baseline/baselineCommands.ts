import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../core/errors.js';
import { reportError, type CommandHandler } from '../commands.js';
import type { SolverServices } from './attemptActions.js';
import { BrokenStudyNode, StudyTaskNode, StudyNode } from './baselineNodes.js';
import type { NewStudyServices } from './newStudy.js';
import type { BaselineView } from './baselineView.js';
import type { Membership } from '../../node/baseline/memberships.js';
import type { BaselineStudies, OpenStudy, StudyTask } from './studies.js';

type BaselineCommand =
  | 'newStudy'
  | 'openStudy'
  | 'joinStudy'
  | 'leaveStudy'
  | 'startAttempt'
  | 'attemptActions'
  | 'pauseAttempt'
  | 'resumeAttempt'
  | 'attemptExamples'
  | 'attemptTests'
  | 'submitAttempt'
  | 'giveUp'
  | 'judgeAgain'
  | 'compareWithSolution'
  | 'answerQuestions';

/** What people do who solve tasks of a study. */
export function baselineCommands(
  services: SolverServices,
  newStudyServices: NewStudyServices,
  view: BaselineView,
): Record<BaselineCommand, CommandHandler> {
  const { studies, attempts, projects, log } = services;
  const load = () => import('./attemptActions.js');
  // The notification that leads on is there for as long as it is left: no command waits for it.
  const inBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      reportError(error, log);
    });
  };
  attempts.onDidTimeOut((task) => {
    inBackground(load().then(({ conclude }) => conclude(task, services)));
  });

  const study = async (target: unknown): Promise<OpenStudy> => {
    const node = target ?? view.selection;
    if (node instanceof StudyNode) return current(node.study);
    if (node instanceof StudyTaskNode) return current(node.parent.study);
    return pickStudy(studies.all);
  };
  const current = (one: OpenStudy): OpenStudy => studies.find(one.path) ?? one;
  const task = (target: unknown): StudyTask => {
    const node = target ?? view.selection;
    if (node instanceof StudyTaskNode) {
      const { study: its, taskId } = node.task;
      return studies.findTask(its.path, taskId) ?? node.task;
    }
    throw new UserError('No task of a study is chosen. Select one in the Baseline view.');
  };
  const taskOr = (target: unknown, fits: (task: StudyTask) => boolean): StudyTask => {
    if (target instanceof StudyTaskNode) return task(target);
    const all = studies.all.flatMap(({ tasks }) => tasks);
    return all.find(fits) ?? task(target);
  };

  return {
    newStudy: async () => {
      const { newStudy } = await import('./newStudy.js');
      await newStudy(newStudyServices);
    },
    openStudy: async (target) => {
      const path =
        target instanceof BrokenStudyNode ? target.broken.path : (await study(target)).path;
      await vscode.window.showTextDocument(vscode.Uri.file(path));
    },
    joinStudy: async (target) => {
      const { join } = await import('./startAttempt.js');
      await join(await study(target), services);
    },
    leaveStudy: async (target) => {
      const joined =
        target instanceof StudyNode
          ? current(target.study).membership
          : await pickMembership(studies);
      if (joined) await leaveStudy(joined, services);
    },
    startAttempt: async (target) => {
      if (target === undefined && attempts.current) {
        await attempts.current.show();
        return;
      }
      const [{ startAttempt }, { nextTask }] = await Promise.all([
        import('./startAttempt.js'),
        load(),
      ]);
      const next = target instanceof StudyTaskNode ? task(target) : nextTask(await study(target));
      if (!next) throw new UserError('Every task of this study is decided.');
      await startAttempt(next, services);
    },
    attemptActions: async () => (await load()).pickAction(services),
    pauseAttempt: () => attempts.pause(),
    resumeAttempt: async () => attempts.current?.show(),
    attemptExamples: async () => (await load()).runExamples(services),
    attemptTests: async () => (await load()).runTests(services),
    submitAttempt: async () => {
      const { submit } = await load();
      inBackground(submit(services));
    },
    giveUp: async () => {
      const { giveUp } = await load();
      inBackground(giveUp(services));
    },
    judgeAgain: async (target) => {
      const { conclude } = await load();
      const unjudged = taskOr(target, ({ progress }) => progress === 'unjudged');
      inBackground(conclude(unjudged, services));
    },
    compareWithSolution: async (target) => {
      const { compareWithSolution } = await import('./afterwards.js');
      await compareWithSolution(task(target));
    },
    answerQuestions: async (target) => {
      const { askQuestions } = await import('./afterwards.js');
      await askQuestions(task(target), attempts, projects);
    },
  };
}

/** The only study, or the one that the user picks. */
async function pickStudy(studies: readonly OpenStudy[]): Promise<OpenStudy> {
  const [only, ...others] = studies;
  if (!only) {
    throw new UserError(
      'There is no study in this workspace. Make one with “BigCodeBench: New Study…”.',
    );
  }
  if (others.length === 0) return only;
  const picked = await vscode.window.showQuickPick(
    studies.map((study) => ({
      label: study.study.name,
      description: vscode.workspace.asRelativePath(study.path),
      study,
    })),
    { title: 'Study' },
  );
  if (!picked) throw new CancelledError();
  return picked.study;
}

/** One of the studies in which this person takes part; their files may be anywhere, or gone. */
async function pickMembership({ memberships }: BaselineStudies): Promise<Membership> {
  if (memberships.length === 0) throw new UserError('You take part in no study.');
  const picked = await vscode.window.showQuickPick(
    memberships.map((membership) => ({
      ...{ label: membership.name, description: membership.solver, detail: membership.path },
      membership,
    })),
    { title: 'Leave Study' },
  );
  if (!picked) throw new CancelledError();
  return picked.membership;
}

async function leaveStudy(
  membership: Membership,
  { studies, attempts }: SolverServices,
): Promise<void> {
  if (attempts.currentTask?.study.membership === membership) {
    throw new UserError('An attempt of this study is at work: submit it, or give it up, first.');
  }
  const leave = 'Leave Study';
  const choice = await vscode.window.showWarningMessage(
    `Leave “${membership.name}”?`,
    {
      modal: true,
      detail: `What ${membership.solver} has done so far stays in the study’s folder. All its tasks are shown again, with their solutions and tests; should you come back later, your attempts say so.`,
    },
    leave,
  );
  if (choice === leave) await studies.leave(membership);
}
