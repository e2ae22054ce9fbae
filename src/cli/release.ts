import { createInterface } from 'node:readline/promises';
import { CancelledError, UserError } from '../core/errors.js';
import { gitIdentity } from '../node/curation/gitIdentity.js';
import { openProject, type ProjectFolder } from '../node/curation/projectFolder.js';
import { releaseFolder, releasesOf, writeRelease } from '../node/curation/writeRelease.js';
import { environmentToken } from '../node/hub/hubAccess.js';
import { planUpload, uploadRelease, type UploadPlan } from '../node/hub/releaseUpload.js';
import { formatQuantity } from '../shared/numbers.js';
import { parsePathAndOptions, type Surroundings } from './surroundings.js';

const OPTIONS = {
  version: { type: 'string' },
  upload: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

/** `bcb release`: the accepted tasks of a project as files to publish, and published if so wished. */
export async function release(
  args: readonly string[],
  { signal }: Pick<Surroundings, 'signal'>,
): Promise<number> {
  const { path, values } = parsePathAndOptions(args, OPTIONS, 'PROJECT');
  const { version, upload: repo, yes } = values;
  if (version === undefined) throw new UserError('--version is missing: for example 0.1.');
  const project = await openProject(path);
  if (repo !== undefined && (await releasesOf(project)).includes(version)) {
    process.stdout.write(`${version} was released before and is uploaded as it is.\n`);
  } else {
    await write(project, version);
  }
  if (repo !== undefined) await upload(project, version, { repo, isAgreed: yes, signal });
  return 0;
}

async function write(project: ProjectFolder, version: string): Promise<void> {
  const actor = await gitIdentity(project.folder);
  const { folder, files, taskIds } = await writeRelease(project, version, actor);
  process.stdout.write(
    `${formatQuantity(taskIds.length, 'task')} in ${folder}: ${files.join(', ')}\n`,
  );
}

async function upload(
  project: ProjectFolder,
  version: string,
  {
    repo,
    isAgreed,
    signal,
  }: { readonly repo: string; readonly isAgreed: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const token = environmentToken();
  if (token === undefined) {
    throw new UserError(
      'An upload needs an access token of Hugging Face with the role “write” in the environment variable HF_TOKEN.',
    );
  }
  const target = { repo, token, signal };
  const plan = await planUpload(releaseFolder(project, version), target);
  process.stdout.write(`${describePlan(plan)}\n`);
  if (!isAgreed && !(await agrees(signal))) throw new CancelledError();
  const title = `Release ${version} of ${project.project.name}`;
  const url = await uploadRelease(plan, title, target, (what) => {
    if (process.stderr.isTTY) process.stderr.write(`${what}\n`);
  });
  process.stdout.write(`Published: ${url}\n`);
}

function describePlan({ files, bytes, url, readers }: UploadPlan): string {
  const place =
    readers === 'nobody yet'
      ? `${url}, which is made for its owner alone`
      : `${url}, which ${readers === 'everybody' ? 'everybody' : 'its members'} can read`;
  return `Upload of ${files.join(', ')} (${(bytes / 1e3).toFixed(1)} kB) to ${place}. Files of these names there are replaced.`;
}

/** @throws {UserError} where there is nobody to ask */
async function agrees(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UserError('Nobody is here to agree to the upload. Add --yes to agree beforehand.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  // Ctrl+C and Ctrl+D are the terminal's while it asks.
  for (const event of ['SIGINT', 'close'] as const) {
    terminal.once(event, () => {
      left.abort();
    });
  }
  try {
    const question = { signal: AbortSignal.any([signal, left.signal]) };
    const answer = await terminal.question('Upload? [y/N] ', question);
    return /^y(?:es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
