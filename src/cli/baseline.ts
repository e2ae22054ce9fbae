import { randomInt } from 'node:crypto';
import { dataExport, samplesOf, samplesText, withPseudonyms } from '../core/baseline/exports.js';
import { baselineReport } from '../core/baseline/report.js';
import { mergeCopies, type StudyResults } from '../core/baseline/results.js';
import { UserError } from '../core/errors.js';
import { readStudyTasks } from '../node/baseline/studyFiles.js';
import { readModelResults, readStudyResults } from '../node/baseline/studyResults.js';
import { writeAtomically, writeJson } from '../node/jsonFile.js';
import { baselineText } from './baselineText.js';
import { datasetOptions, parsePathsAndOptions, type Surroundings } from './surroundings.js';
import { isThere } from '../node/files.js';
import { formatQuantity } from '../shared/numbers.js';

const OPTIONS = {
  results: { type: 'string', multiple: true },
  json: { type: 'string' },
  samples: { type: 'string' },
  export: { type: 'string' },
  names: { type: 'boolean', default: false },
} as const;

/** `bcb baseline`: what people achieved in studies, by themselves and against models. */
export async function baseline(args: readonly string[], at: Surroundings): Promise<number> {
  const { positionals: paths, values } = parsePathsAndOptions(args, OPTIONS);
  if (paths.length === 0)
    throw new UserError('STUDY is missing: name a file as New Study… makes it.');
  if (values.samples !== undefined) await refuseSamplesFile(values.samples);
  const models = await Promise.all((values.results ?? []).map(readModelResults));
  // In a terminal the dataset itself can be read, so there is nothing to hide.
  const read = await Promise.all(
    paths.map((path) => readStudyResults(path, (file) => readStudyTasks(file, datasetOptions(at)))),
  );
  const unread = read.flatMap((one) => one.unread);
  for (const reason of unread) process.stderr.write(`not read: ${reason}\n`);

  const named = mergeCopies(read.map(({ results }) => results));
  // Nobody who knows the names may find out who P1 is by making the same call again.
  const studies = values.names ? named : withPseudonyms(named, randomInt(2 ** 32));
  const report = baselineReport(studies, models);
  process.stdout.write(baselineText(report));
  if (values.json !== undefined) await writeJson(values.json, report);
  if (values.samples !== undefined) await writeSamples(values.samples, studies);
  if (values.export !== undefined) {
    await writeJson(values.export, dataExport(studies, { personal: values.names }));
  }
  return unread.length === 0 ? 0 : 1;
}

/** `bcb evaluate` takes an option of this name for a model's samples, which must not be lost here. */
async function refuseSamplesFile(path: string): Promise<void> {
  if (!path.endsWith('.jsonl')) {
    throw new UserError(`--samples: expected a name that ends in .jsonl, got “${path}”.`);
  }
  if (await isThere(path)) {
    throw new UserError(
      `${path} is there already. --samples writes people's solutions: name another file, or remove it.`,
    );
  }
}

async function writeSamples(path: string, studies: readonly StudyResults[]): Promise<void> {
  const samples = samplesOf(studies);
  await writeAtomically(path, samplesText(samples));
  process.stdout.write(`${formatQuantity(samples.length, 'sample')} in ${path}\n`);
}
