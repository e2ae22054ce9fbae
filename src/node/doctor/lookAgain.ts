import type { Facts } from '../../shared/doctorProtocol.js';
import type { DatasetNeeds } from '../../core/doctor/datasetNeeds.js';
import { askInterpreter, IMPORT_LIMIT_SECONDS, type AskOptions } from './askInterpreter.js';
import type { KeptLibraries } from './keptLibraries.js';

export interface LookOptions extends Omit<AskOptions, 'onLibrary'> {
  /** How many libraries are imported at once. */
  readonly workers: number;
  readonly kept: KeptLibraries;
  /** Told of each library that has to be imported, when that is done. */
  readonly onProgress: (library: string, done: number, total: number) => void;
}

/** What an interpreter has of what is needed. Libraries that are known from before are not imported again. */
export async function lookAgain(needs: DatasetNeeds, options: LookOptions): Promise<Facts> {
  const { workers, kept, onProgress } = options;
  const request = { ...needs.request(), workers, import_limit_s: IMPORT_LIMIT_SECONDS };
  const facts = await askInterpreter({ ...request, libraries: {} }, options);
  const known = await kept.known(facts, request.libraries);
  const names = new Set(known.map(({ name }) => name));
  const unknown = Object.entries(request.libraries).filter(([name]) => !names.has(name));
  if (unknown.length === 0) return { ...facts, libraries: [...known] };
  let done = 0;
  const { libraries } = await askInterpreter(
    { ...request, libraries: Object.fromEntries(unknown), data: [], tools: [] },
    {
      ...options,
      onLibrary: ({ name }) => {
        done += 1;
        onProgress(name, done, unknown.length);
      },
    },
  );
  const all = { ...facts, libraries: [...known, ...libraries] };
  await kept.keep(all, request.libraries);
  return all;
}
