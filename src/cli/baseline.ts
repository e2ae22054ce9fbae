import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import { dataExport, samplesOf, withPseudonyms } from '../core/baseline/exports.js';
import { baselineReport } from '../core/baseline/report.js';
import {
  domainsByTask,
  mergeCopies,
  modelResultsOf,
  type ModelResults,
  type StudyResults,
} from '../core/baseline/results.js';
import { UserError } from '../core/errors.js';
import { readAllAttempts } from '../node/baseline/attemptFiles.js';
import { readStudy, readStudyTasks } from '../node/baseline/studyFiles.js';
import { writeAtomically, writeJson } from '../node/jsonFile.js';
import { readEvalResults } from '../node/results/resultFiles.js';
import { baselineText } from './baselineText.js';
import { plural } from './counts.js';
import { datasetOptions, parsePathsAndOptions, type Surroundings } from './surroundings.js';
import { isThere } from '../node/files.js';

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
  const read = await Promise.all(paths.map((path) => readStudyResults(path, at)));
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

async function readStudyResults(
  path: string,
  at: Surroundings,
): Promise<{ readonly results: StudyResults; readonly unread: readonly string[] }> {
  const file = await readStudy(path);
  const tasks = await readStudyTasks(file, datasetOptions(at));
  const { attempts, unread } = await readAllAttempts(file);
  const results = { study: file.study, attempts, domains: domainsByTask(tasks), hidden: NOTHING };
  return { results, unread };
}

/** In a terminal the dataset itself can be read, so there is nothing to hide. */
const NOTHING: ReadonlySet<string> = new Set();

async function readModelResults(path: string): Promise<ModelResults> {
  const results = await readEvalResults(path);
  if (!results) throw new UserError(`There is no ${path}.`);
  return modelResultsOf(basename(path), results);
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
  const splits = new Set(studies.map(({ study }) => study.split));
  if (splits.size > 1) {
    throw new UserError(
      '--samples takes studies of one split: evaluations keep Complete and Instruct apart.',
    );
  }
  const samples = samplesOf(studies);
  if (samples.length === 0) {
    throw new UserError('No first attempt has ended yet, so there are no samples to write.');
  }
  await writeAtomically(path, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  process.stdout.write(`${plural(samples.length, 'sample')} in ${path}\n`);
}
