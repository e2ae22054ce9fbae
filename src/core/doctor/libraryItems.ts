import type { Facts, LibraryFact } from '../../shared/doctorProtocol.js';
import { distributionKey, distributionOf } from '../distributions.js';
import { publishedPins, type System } from '../environments/publishedPins.js';
import { isStandardLibrary, lastPythonWith } from '../standardLibrary.js';
import type { DatasetNeeds, NeededLibrary } from './datasetNeeds.js';
import { failedImportRemedy } from './failedImport.js';
import type { LibraryState, ReportItem } from './item.js';
import { installRemedy, type Remedy } from './remedies.js';
import { fits, requirementOf, type Installation } from './versions.js';

/** An item for every library; of the standard library, for those modules alone that do not import. */
export function libraryItems(needs: DatasetNeeds, facts: Facts): ReportItem[] {
  const pins = needs.isOfBenchmark ? pinsOf(facts) : new Map<string, string>();
  return facts.libraries.flatMap((fact) => {
    const needed = needs.libraries.get(fact.name);
    if (!needed) return [];
    if (!isStandardLibrary(fact.name)) return [libraryItem(fact, needed, facts, pins)];
    const isFine = fact.state === 'ok' && fact.failures.length === 0;
    return isFine ? [] : [standardItem(fact, needed, facts)];
  });
}

/** The published specifiers by distribution key. */
function pinsOf({ interpreter }: Facts): ReadonlyMap<string, string> {
  const systems: Readonly<Record<string, System>> = { darwin: 'macos', win32: 'windows' };
  return new Map(
    publishedPins(systems[interpreter.platform] ?? 'linux')
      .filter(({ specifier }) => specifier !== '')
      .map(({ distribution, specifier }) => [distributionKey(distribution), specifier]),
  );
}

function libraryItem(
  fact: LibraryFact,
  needed: NeededLibrary,
  facts: Facts,
  pins: ReadonlyMap<string, string>,
): ReportItem {
  const installation = installationOf(fact, pins);
  const state = stateOf(fact, installation);
  return {
    kind: 'library',
    name: fact.name,
    severity: state === 'ok' ? 'ok' : state === 'other version' ? 'note' : 'problem',
    text: textOf(fact, state, installation),
    tasks: affectedTasks(fact, needed),
    remedy: remedyOf(fact, state, installation, facts),
    library: { ...installation, state, importSeconds: fact.import_s, origin: fact.origin },
  };
}

/** A module that should come with Python and does not. */
function standardItem(fact: LibraryFact, needed: NeededLibrary, facts: Facts): ReportItem {
  const last = fact.state === 'missing' ? lastPythonWith(fact.name) : undefined;
  const notInstalled = { distribution: fact.name, installed: null, pin: null };
  return {
    kind: 'library',
    name: fact.name,
    severity: 'problem',
    text:
      last === undefined
        ? textOf(fact, stateOf(fact, notInstalled), notInstalled)
        : `left Python's standard library after ${last}`,
    tasks: affectedTasks(fact, needed),
    remedy:
      last === undefined
        ? failedImportRemedy(fact, notInstalled, facts)
        : { text: `Choose a Python up to ${last}.`, action: 'selectInterpreter' },
  };
}

/** Of several distributions that bring a module, the one that ours is called by. */
function installationOf(fact: LibraryFact, pins: ReadonlyMap<string, string>): Installation {
  const wanted = distributionOf(fact.name);
  const found =
    fact.distributions.find(({ name }) => distributionKey(name) === distributionKey(wanted)) ??
    fact.distributions[0];
  const distribution = found?.name ?? wanted;
  const pin = pins.get(distributionKey(distribution)) ?? null;
  return { distribution, installed: found?.version ?? null, pin };
}

function stateOf(fact: LibraryFact, { installed, pin }: Installation): LibraryState {
  if (fact.state === 'fails' || fact.failures.length > 0) return 'import fails';
  if (fact.state !== 'ok') return fact.state;
  return installed === null || pin === null || fits(installed, pin) ? 'ok' : 'other version';
}

/** Where the library imports but names of it are not there, the tasks that use these. */
function affectedTasks(fact: LibraryFact, needed: NeededLibrary): string[] {
  const affected = fact.failures.flatMap(({ name }) => [...(needed.names.get(name) ?? [])]);
  return affected.length > 0 ? [...new Set(affected)] : [...needed.tasks];
}

function textOf(fact: LibraryFact, state: LibraryState, { installed, pin }: Installation): string {
  switch (state) {
    case 'ok':
      return installed ?? '';
    case 'other version':
      return `${installed ?? ''}; the published version is ${pin?.replace('==', '') ?? ''}`;
    case 'missing':
      return 'is not installed';
    case 'crashes':
    case 'hangs':
      return fact.message;
    case 'import fails': {
      const [first, ...others] = fact.failures;
      if (!first) return fact.message;
      const more = others.length > 0 ? ` (and ${String(others.length)} more)` : '';
      return `${first.name.replace(':', '.')} cannot be loaded${more}: ${first.message}`;
    }
  }
}

function remedyOf(
  fact: LibraryFact,
  state: LibraryState,
  installation: Installation,
  facts: Facts,
): Remedy | undefined {
  switch (state) {
    case 'ok':
      return undefined;
    case 'missing':
    case 'other version':
      return installRemedy(facts, [requirementOf(installation, facts)]);
    default:
      return failedImportRemedy(fact, installation, facts);
  }
}
