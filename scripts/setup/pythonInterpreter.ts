import { capture } from './childProcesses.js';
import { SetupError } from './setupError.js';

export interface PythonInterpreter {
  readonly executable: string;
  /** For example `3.11.7`. */
  readonly version: string;
}

const oldest = [3, 8] as const;

const candidates: readonly (readonly string[])[] =
  process.platform === 'win32' ? [['py', '-3'], ['python']] : [['python3'], ['python']];

/** The first Python on the PATH that is new enough, judged by running it: shims may point at nothing. */
export async function findPython(): Promise<PythonInterpreter> {
  const found: string[] = [];
  for (const [command = '', ...args] of candidates) {
    const python = await inspect(command, args);
    if (python === undefined) continue;
    if (isNewEnough(python.version)) return python;
    found.push(`${python.executable} is ${python.version}`);
  }
  const seen = found.length === 0 ? 'there is none on the PATH' : found.join(', ');
  throw new SetupError(
    `This needs Python ${oldest.join('.')} or later, and ${seen}: get a newer one from https://www.python.org or your system's packages.`,
  );
}

async function inspect(
  command: string,
  args: readonly string[],
): Promise<PythonInterpreter | undefined> {
  const program = 'import platform, sys; print(sys.executable); print(platform.python_version())';
  try {
    const { code, stdout } = await capture(command, [...args, '-c', program]);
    const [executable, version] = stdout.split(/\r?\n/);
    return code === 0 && executable && version ? { executable, version } : undefined;
  } catch {
    return undefined;
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === oldest[0] && minor >= oldest[1];
}
