import type { Remedy } from '../../core/doctor/remedies.js';
import { UserError } from '../../core/errors.js';
import type { CommandHandler } from '../commands.js';
import type { Checkup } from './checkup.js';
import { copyRemedy, mend } from './mend.js';
import { ItemNode } from './nodes.js';

type EnvironmentCommand =
  'checkEnvironment' | 'cancelEnvironmentCheck' | 'mendProblem' | 'copyRemedy' | 'installMissing';

/** What checks the environment and mends what is wrong with it. */
export function environmentCommands(checkup: Checkup): Record<EnvironmentCommand, CommandHandler> {
  const mendAndLookAgain = async (remedy: Remedy): Promise<void> => {
    let hasRun = true;
    try {
      hasRun = await mend(remedy);
    } finally {
      if (hasRun) await checkup.check();
    }
  };
  return {
    checkEnvironment: () => checkup.check(),
    cancelEnvironmentCheck: () => {
      checkup.cancel();
    },
    mendProblem: (target) => mendAndLookAgain(remedyOf(target)),
    copyRemedy: (target) => copyRemedy(remedyOf(target)),
    installMissing: async () => {
      if (!checkup.report) await checkup.check();
      const remedy = checkup.report?.installMissing;
      if (!remedy) throw new UserError('No library is missing.');
      await mendAndLookAgain(remedy);
    },
  };
}

function remedyOf(target: unknown): Remedy {
  const remedy = target instanceof ItemNode ? target.item.remedy : undefined;
  if (!remedy) throw new UserError('Choose a problem in the Environment view.');
  return remedy;
}
