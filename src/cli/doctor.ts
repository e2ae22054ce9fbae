import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DatasetNeeds } from '../core/doctor/datasetNeeds.js';
import { itemsOf, type Report } from '../core/doctor/item.js';
import { brokenReport, reportOf } from '../core/doctor/report.js';
import { UserError } from '../core/errors.js';
import { askInterpreter, IMPORT_LIMIT_SECONDS } from '../node/doctor/askInterpreter.js';
import { gatherNeeds } from '../node/doctor/gatherNeeds.js';
import { writeJson } from '../node/jsonFile.js';
import { doctorJson, doctorText } from './doctorReport.js';
import {
  ENGINE_OPTIONS,
  engineSettings,
  withEngine,
  type EngineSettings,
} from './engineSession.js';
import { ProgressBar } from './progress.js';
import { printRefusals } from './refusals.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';

const OPTIONS = { ...ENGINE_OPTIONS, tasks: { type: 'string' }, json: { type: 'string' } } as const;

/** `bcb doctor`: whether an interpreter and its system have what a dataset's tasks need. */
export async function doctor(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, OPTIONS);
  const settings = engineSettings(options);
  const dataset = await openTasks(options.tasks, at);
  printRefusals(dataset.refused);
  const needs = await gatherNeeds(
    dataset.tasks.map(({ task }) => task),
    at.signal,
  );
  const report = await examine(needs, settings, at);
  process.stdout.write(doctorText(report));
  if (options.json !== undefined) await writeJson(options.json, doctorJson(report));
  return itemsOf(report, 'problem').length === 0 ? 0 : 1;
}

async function examine(
  needs: DatasetNeeds,
  settings: EngineSettings,
  at: Surroundings,
): Promise<Report> {
  try {
    return await withEngine(settings, at, async ({ ready, timeoutSeconds }) => {
      const request = needs.request();
      const bar = new ProgressBar(Object.keys(request.libraries).length);
      try {
        const facts = await askInterpreter(
          {
            ...request,
            workers: availableParallelism(),
            import_limit_s: IMPORT_LIMIT_SECONDS,
          },
          {
            pythonPath: ready.python.executable,
            harnessDir: join(at.packageDir, 'python'),
            signal: at.signal,
            onLibrary: ({ name }) => {
              bar.advance(name);
            },
          },
        );
        return reportOf({ needs, facts, engine: ready, timeoutSeconds });
      } finally {
        bar.end();
      }
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return brokenReport(settings.pythonPath ?? 'Python', error.message);
  }
}
