import type { EngineReady } from '../../shared/engineProtocol.js';
import type { Facts } from '../../shared/doctorProtocol.js';
import type { DatasetNeeds } from './datasetNeeds.js';
import { dataItems } from './dataItems.js';
import { SEVERITIES, type Report, type ReportItem } from './item.js';
import { libraryItems } from './libraryItems.js';
import { installRemedy } from './remedies.js';
import { toolItems } from './toolItems.js';
import { requirementOf } from './versions.js';

export interface ReportInput {
  readonly needs: DatasetNeeds;
  readonly facts: Facts;
  readonly engine: EngineReady;
  /** How long the tests of a task may take. */
  readonly timeoutSeconds: number;
}

/** What the tasks need, held against what is there. */
export function reportOf(input: ReportInput): Report {
  const { facts, needs } = input;
  const libraries = libraryItems(needs, facts);
  const missing = libraries.flatMap(({ library }) =>
    library?.state === 'missing' ? [library] : [],
  );
  const items = [
    ...interpreterItems(input, libraries.some(needsInstalling)),
    isolationItem(input),
    ...limitItems(input),
    ...libraries,
    ...dataItems(needs, facts),
    ...toolItems(needs, facts),
    ...diskItems(facts),
  ];
  const { version, executable } = facts.interpreter;
  const requirements = [...new Set(missing.map((library) => requirementOf(library, facts)))];
  return {
    interpreter: { version, executable },
    items: worstFirst(items),
    ...(missing.length > 0 && { installMissing: installRemedy(facts, requirements) }),
  };
}

function needsInstalling({ severity, remedy }: ReportItem): boolean {
  return severity === 'problem' && remedy?.command !== undefined;
}

/** The report on an interpreter that does not even start the engine; `reason` says why. */
export function brokenReport(path: string, reason: string): Report {
  const item: ReportItem = {
    kind: 'interpreter',
    name: path,
    severity: 'problem',
    text: reason,
    tasks: [],
    remedy: { text: 'Select another interpreter.', action: 'selectInterpreter' },
  };
  return { interpreter: null, items: [item] };
}

function worstFirst(items: readonly ReportItem[]): ReportItem[] {
  const rank = ({ severity }: ReportItem): number => SEVERITIES.indexOf(severity);
  // What no task needs in particular, all need.
  const reach = ({ tasks }: ReportItem): number => tasks.length || Number.MAX_SAFE_INTEGER;
  return [...items].sort((a, b) => rank(a) - rank(b) || reach(b) - reach(a));
}

function interpreterItems({ facts, engine }: ReportInput, toInstall: boolean): ReportItem[] {
  const { interpreter, tools } = facts;
  const items: ReportItem[] = [
    {
      kind: 'interpreter',
      name: `Python ${interpreter.version}`,
      severity: 'ok',
      text: interpreter.executable,
      tasks: [],
    },
  ];
  const hasUv = tools.some(({ name, path }) => name === 'uv' && path !== null);
  if (!interpreter.pip && !hasUv) {
    items.push({
      kind: 'interpreter',
      name: 'pip',
      severity: toInstall ? 'problem' : 'note',
      text: 'is not installed in this environment, so that nothing can be added to it',
      tasks: [],
      remedy: {
        text: 'Install pip',
        command: [interpreter.executable, '-m', 'ensurepip', '--upgrade'],
      },
    });
  }
  items.push(
    engine.coverage === null
      ? {
          kind: 'interpreter',
          name: 'coverage.py',
          severity: 'note',
          text: 'is not installed; runs with coverage need it',
          tasks: [],
          remedy: installRemedy(facts, ['coverage']),
        }
      : {
          kind: 'interpreter',
          name: 'coverage.py',
          severity: 'ok',
          text: engine.coverage,
          tasks: [],
        },
  );
  return items;
}

function isolationItem({ engine, facts }: ReportInput): ReportItem {
  const { level, reason } = engine.isolation;
  if (level === 'namespaces') {
    return {
      kind: 'isolation',
      name: level,
      severity: 'ok',
      text: 'Runs see no home directory, no other process and no network but what is allowed.',
      tasks: [],
    };
  }
  const remedy =
    facts.interpreter.platform === 'linux'
      ? 'Allow unprivileged user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; a container needs --security-opt seccomp=unconfined.'
      : 'Run code that you do not trust on Linux, for example in a container or in WSL.';
  return {
    kind: 'isolation',
    name: level,
    severity: 'note',
    text: reason,
    tasks: [],
    remedy: { text: remedy },
  };
}

function limitItems({ engine, timeoutSeconds, facts }: ReportInput): ReportItem[] {
  const item = (name: string, text: string): ReportItem => ({
    kind: 'limits',
    name,
    severity: 'ok',
    text,
    tasks: [],
  });
  const { memory_bytes: machine } = facts.interpreter;
  const all = machine === null ? '' : ` of the machine's ${gibibytes(machine)}`;
  return [
    item('Time', `${String(timeoutSeconds)} s a task`),
    item('Workers', `${String(engine.workers)} at once`),
    item('Network', engine.isolation.level === 'namespaces' ? engine.isolation.network : 'on'),
    ...(engine.memory_mib === null
      ? []
      : [item('Memory', `${gibibytes(engine.memory_mib * 1024 ** 2)} for a run${all}`)]),
  ];
}

const LEAST_FREE = 1024 ** 3;

function diskItems({ interpreter }: Facts): ReportItem[] {
  return interpreter.disks.map(({ use, path, free_bytes: free }) => ({
    kind: 'disk',
    name: use === 'runs' ? 'Temporary files of runs' : 'Libraries',
    severity: free < LEAST_FREE ? 'problem' : 'ok',
    text: `${gibibytes(free)} free at ${path}`,
    tasks: [],
    ...(free < LEAST_FREE && {
      remedy: { text: `Make room at ${path}: runs and installations need more than 1 GiB.` },
    }),
  }));
}

function gibibytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
