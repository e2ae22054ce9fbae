import { distributionKey, distributionOf } from '../distributions.js';
import { seriesOf, type FoundInterpreter } from './interpreter.js';
import {
  publishedPins,
  requirementLines,
  type PublishedPin,
  type System,
} from './publishedPins.js';

/** Of which Python the benchmark publishes its environment. */
export const PUBLISHED_SERIES = '3.10';

/** What an environment is to hold, and what that takes. */
export interface EnvironmentPlan {
  /** Also the name of its folder among those that we made. */
  readonly name: 'published' | 'samples' | 'missing';
  readonly title: string;
  /** The Python that it asks for, `3.10`; undefined for any that tasks can run in. */
  readonly series: string | undefined;
  /** The text of a requirements file. */
  readonly requirements: string;
  /** How many distributions the requirements name. */
  readonly distributions: number;
  /** The disk that it takes once installed, in bytes; undefined where that is not known yet. */
  readonly bytes: number | undefined;
  /** Whether that is an estimate, where nobody has measured it. */
  readonly isEstimated: boolean;
}

const MB = 1_000_000;
/** Measured on Linux with Python 3.10, compiled to bytecode: `du -s` of the environment. */
const PUBLISHED_BYTES = 2_950 * MB;
/** The same with Python 3.11. */
const SAMPLES_BYTES = 340 * MB;

/** The benchmark's published environment, with our corrections. */
export function publishedPlan(system: System): EnvironmentPlan {
  const pins = publishedPins(system);
  return {
    name: 'published',
    title: 'The benchmark’s published libraries',
    series: PUBLISHED_SERIES,
    requirements: text(requirementLines(pins)),
    distributions: pins.length,
    bytes: PUBLISHED_BYTES,
    isEstimated: false,
  };
}

/** What the samples import, from the requirements file that comes with them. */
export function samplesPlan(requirements: string): EnvironmentPlan {
  return {
    name: 'samples',
    title: 'The libraries of the samples',
    series: undefined,
    requirements,
    distributions: new Set(requirements.match(/^[\w.-]+/gm)).size,
    bytes: SAMPLES_BYTES,
    isEstimated: false,
  };
}

/**
 * The libraries that an interpreter lacks for the open datasets: in the Python of the published
 * environment with the published versions, in another the newest that it takes. One that belongs to
 * no virtual environment is left as it is, and what is made with it needs every library.
 *
 * @param modules the top-level modules that the datasets need
 * @param into the interpreter, with those of the modules that it has
 */
export function missingPlan(
  modules: readonly string[],
  into: Pick<FoundInterpreter, 'version' | 'system' | 'modules' | 'isVirtual'>,
): EnvironmentPlan {
  const has = new Set(into.isVirtual ? into.modules : []);
  const pins = new Map(
    seriesOf(into.version) === PUBLISHED_SERIES
      ? publishedPins(into.system).map((pin) => [distributionKey(pin.distribution), pin])
      : [],
  );
  const missing = new Map<string, PublishedPin>();
  for (const module of modules) {
    if (has.has(module)) continue;
    const distribution = distributionOf(module);
    const key = distributionKey(distribution);
    missing.set(key, pins.get(key) ?? { distribution, specifier: '' });
  }
  return {
    name: 'missing',
    title: into.isVirtual ? 'What is missing for the open datasets' : 'What the open datasets need',
    series: undefined,
    requirements: text(requirementLines([...missing.values()])),
    distributions: missing.size,
    bytes: undefined,
    isEstimated: true,
  };
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Bytes as a person reads them: `2.8 GB`, `300 MB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 1000 * MB
    ? `${(bytes / (1000 * MB)).toFixed(1)} GB`
    : `${(bytes / MB).toFixed(0)} MB`;
}
