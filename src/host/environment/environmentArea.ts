import type { Basis } from '../basis.js';
import { driftCommands } from '../drift/driftCommands.js';
import { serveDriftDocument } from '../drift/driftDocument.js';
import { Drifts } from '../drift/drifts.js';
import { openTerminal } from '../python/pythonTerminal.js';
import { showInterpreterPick } from '../python/selectInterpreter.js';
import type { TasksParts } from '../tasks/tasksArea.js';
import type { TestingParts } from '../testing/testingArea.js';
import { Checkup } from './checkup.js';
import { environmentCommands } from './environmentCommands.js';
import { EnvironmentView } from './environmentView.js';

/** The interpreter: which there are, what is missing in one, and how two differ. */
export function environmentArea(
  { log, own, shipped, shared, ofWorkspace }: Basis,
  { datasets, hidden, view }: TasksParts,
  { engines, cache }: TestingParts,
) {
  const checkup = own(
    new Checkup(shipped('python'), shared('libraries.json'), datasets, engines, log),
  );
  const drifts = own(new Drifts(ofWorkspace('drift'), hidden, engines, cache, log));
  own(serveDriftDocument(drifts));
  const environment = own(new EnvironmentView(checkup, drifts, datasets, log));
  const interpreters = { datasets, engines, log, createdDir: shared('environments') };
  const creation = { ...interpreters, samplesDir: shipped('samples'), toolsDir: shared('tools') };
  const pickInterpreter = () => showInterpreterPick(interpreters);
  return {
    parts: { checkup, drifts, environment, pickInterpreter },
    commands: {
      ...environmentCommands(checkup),
      ...driftCommands({
        ...{ ...interpreters, drifts, view },
        reveal: () => environment.revealDrift(),
      }),
      selectInterpreter: () => {
        pickInterpreter();
      },
      createEnvironment: async () => {
        const { createEnvironment } = await import('./createEnvironment.js');
        await createEnvironment(creation);
      },
      openTerminal,
    },
  };
}

export type EnvironmentParts = ReturnType<typeof environmentArea>['parts'];
