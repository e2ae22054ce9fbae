import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  missingPlan,
  publishedPlan,
  samplesPlan,
  type EnvironmentPlan,
} from '../../core/environments/environmentPlan.js';
import { seriesOf, type FoundInterpreter } from '../../core/environments/interpreter.js';
import { librariesByUse } from '../../core/environments/libraries.js';
import { CancelledError, UserError } from '../../core/errors.js';
import {
  createEnvironment as runJob,
  type CreatedEnvironment,
} from '../../node/environments/createEnvironment.js';
import type { CommandOptions } from '../../node/environments/command.js';
import { estimateDisk } from '../../node/environments/estimateDisk.js';
import { downloadPython, findUv, installUv } from '../../node/environments/uv.js';
import { discoverInterpreters } from '../../node/python/discover.js';
import { installedVersions } from '../../node/python/installedVersions.js';
import { userPlaces } from '../../node/python/places.js';
import { probeInterpreter } from '../../node/python/probe.js';
import { commandId } from '../commands.js';
import { resolveInterpreter } from '../python/interpreter.js';
import { chooseInterpreter, type InterpreterServices } from '../python/selectInterpreter.js';
import { working } from '../working.js';
import {
  choosePlace,
  choosePlan,
  placesFor,
  type EnvironmentPlace,
} from './environmentQuestions.js';

export interface CreationServices extends InterpreterServices {
  readonly samplesDir: string;
  /** Where tools are kept that we install for ourselves. */
  readonly toolsDir: string;
}

/**
 * Asks what environment is wanted and where, makes it, chooses its interpreter and checks it.
 * @throws {UserError} that says why it cannot be made and what to do
 */
export async function createEnvironment(services: CreationServices): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(
      'Environments are made only in a trusted workspace: see “Workspaces: Manage Workspace Trust”.',
    );
  }
  const { createdDir, datasets, engines, log } = services;
  const modules = [...librariesByUse(datasets.all.map(({ dataset }) => dataset)), 'coverage'];
  const chosen = await resolveInterpreter()
    .then(({ path }) => probeInterpreter(path, modules))
    .catch(() => undefined);
  const picked = await choosePlan(await plansFor(services, chosen, modules));
  if (!picked) return;
  if (picked.distributions === 0) throw new UserError('Nothing is missing for the open datasets.');

  const base = await basePython(picked, chosen, services);
  if (!base) return;
  const plan = await withEstimate(picked, base, chosen, services);
  const hasUv = (await findUv(services.toolsDir, silent())) !== undefined;
  const place = await choosePlace(placesOf(plan, chosen, createdDir), {
    plan,
    python: base,
    installer: hasUv ? 'uv' : 'uv, which is installed for it',
  });
  if (!place) return;
  const made = await make(plan, base, place, services);
  log.info(
    `Made ${place.folder} in ${made.seconds.toFixed(1)} s, ${made.ownSeconds.toFixed(1)} s of them not in the installer`,
  );
  await chooseInterpreter(made.python, engines);
  await vscode.commands.executeCommand(commandId('checkEnvironment'));
}

async function plansFor(
  { samplesDir }: CreationServices,
  chosen: FoundInterpreter | undefined,
  modules: readonly string[],
): Promise<EnvironmentPlan[]> {
  const system =
    process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'macos' : 'linux';
  return [
    publishedPlan(system),
    samplesPlan(await readFile(join(samplesDir, 'requirements.txt'), 'utf8')),
    ...(chosen ? [missingPlan(modules, chosen)] : []),
  ];
}

/** The plan with the disk that it takes, looked up by uv where nobody has measured it. */
async function withEstimate(
  plan: EnvironmentPlan,
  base: Pick<FoundInterpreter, 'path'>,
  chosen: FoundInterpreter | undefined,
  services: CreationServices,
): Promise<EnvironmentPlan> {
  if (plan.bytes !== undefined) return plan;
  const bytes = await working('Looking up how large the libraries are', async (_, signal) => {
    const options = {
      signal,
      onLine: (line: string) => {
        services.log.info(line);
      },
    };
    const uv = await uvFor(base.path, services, options);
    if (uv === undefined) return undefined;
    const isThere = chosen?.isVirtual === true ? await installedVersions(chosen.path) : undefined;
    const installed = new Set(isThere?.keys());
    const asked = { requirements: plan.requirements, python: base.path, installed };
    return estimateDisk(uv, asked, { ...options, onLine: () => undefined });
  });
  return { ...plan, bytes };
}

/** What is missing goes into the chosen environment where there is one to put it in. */
function placesOf(
  plan: EnvironmentPlan,
  chosen: FoundInterpreter | undefined,
  createdDir: string,
): EnvironmentPlace[] {
  return plan.name === 'missing' && chosen?.isVirtual === true
    ? [{ name: 'The chosen environment', folder: chosen.prefix, isOurs: false }]
    : placesFor(plan.name, createdDir);
}

/** The Python to make the environment with; undefined where the user leaves. */
async function basePython(
  plan: EnvironmentPlan,
  chosen: FoundInterpreter | undefined,
  services: CreationServices,
): Promise<Pick<FoundInterpreter, 'path' | 'version'> | undefined> {
  if (plan.name === 'missing' && chosen) return chosen;
  const { usable } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Looking for Python' },
    () =>
      discoverInterpreters(
        userPlaces({ workspaceFolders: [], createdDir: services.createdDir }),
        [],
        [],
        () => undefined,
      ),
  );
  const { series } = plan;
  const fitting = usable.filter(
    ({ version, isVirtual }) =>
      !isVirtual && (series === undefined || seriesOf(version) === series),
  );
  const found = fitting.find(({ version }) => version === chosen?.version) ?? fitting[0];
  if (found || series === undefined) {
    if (found) return found;
    throw new UserError(
      'There is no Python to make an environment with. Install Python 3.8 or newer.',
    );
  }
  return offerDownload(series, chosen ?? usable[0], services);
}

/** There is no Python of the series here: uv can fetch one, if the user wants that. */
async function offerDownload(
  series: string,
  any: FoundInterpreter | undefined,
  services: CreationServices,
): Promise<{ path: string; version: string } | undefined> {
  const download = `Download Python ${series}`;
  const choice = await vscode.window.showWarningMessage(
    `No Python ${series} was found. uv can download one into your own folder, which needs no administrator. You can also install it yourself, for example by “pyenv install ${series}” or from https://www.python.org, and create the environment again.`,
    download,
  );
  if (choice !== download) return undefined;
  return resumable(`Downloading Python ${series}`, async (report, signal) => {
    const options = {
      signal,
      onLine: (line: string) => {
        services.log.info(line);
        report(line);
      },
    };
    const uv = await uvFor(any?.path, services, options);
    if (uv === undefined) {
      throw new UserError(
        `Downloading Python ${series} takes uv, and there is no Python to install it with. Install uv: https://docs.astral.sh/uv`,
      );
    }
    const path = await downloadPython(uv, series, options);
    return probeInterpreter(path);
  });
}

async function make(
  plan: EnvironmentPlan,
  base: Pick<FoundInterpreter, 'path' | 'version'>,
  { folder, isOurs }: EnvironmentPlace,
  services: CreationServices,
): Promise<CreatedEnvironment> {
  return resumable(`Creating the environment ${folder}`, async (report, signal) => {
    const log = (line: string): void => {
      services.log.info(line);
    };
    report('Looking for uv');
    const uv = await uvFor(base.path, services, { signal, onLine: log });
    const job = { folder, isOurs, base, requirements: plan.requirements, uv };
    return runJob(job, signal, { onProgress: report, log });
  });
}

/** The user's uv, else one of our own; undefined, and so pip, where that cannot be installed. */
async function uvFor(
  python: string | undefined,
  { toolsDir, log }: CreationServices,
  options: CommandOptions,
): Promise<string | undefined> {
  const found = await findUv(toolsDir, options);
  if (found !== undefined || python === undefined) return found;
  try {
    return await installUv(python, toolsDir, options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.warn(`uv could not be installed, so pip does the work. ${error.message}`);
    return undefined;
  }
}

/** Works in a way that can be cancelled, and says then that nothing is lost. */
async function resumable<T>(...work: Parameters<typeof working<T>>): Promise<T> {
  try {
    return await working(...work);
  } catch (error) {
    if (error instanceof CancelledError) {
      void vscode.window.showInformationMessage(
        'Cancelled. What is done is kept: create the environment again to go on.',
      );
    }
    throw error;
  }
}

function silent(): CommandOptions {
  return { signal: new AbortController().signal, onLine: () => undefined };
}
