import * as v from 'valibot';
import type { EngineReady } from '../../shared/engineProtocol.js';

export const PythonEnvironmentSchema = v.object({
  executable: v.string(),
  /** For example `3.11.7`. */
  version: v.string(),
  /** A fingerprint of what is installed. */
  packages: v.string(),
});
/** What a program ran in: the same code can pass in one and fail in another. */
export type PythonEnvironment = v.InferOutput<typeof PythonEnvironmentSchema>;

/** The environment of an engine that has started. */
export function environmentOfEngine({ python, packages }: EngineReady): PythonEnvironment {
  return { executable: python.executable, version: python.version, packages };
}

/** In what `one` differs from `current`, in words to stand behind “from”; undefined where in nothing. */
export function differenceText(
  one: PythonEnvironment,
  current: PythonEnvironment,
): string | undefined {
  if (one.executable !== current.executable || one.version !== current.version) {
    return `another environment (Python ${one.version}, ${one.executable})`;
  }
  return one.packages === current.packages
    ? undefined
    : 'before packages were installed or removed in this environment';
}
