import type { Facts } from '../../shared/doctorProtocol.js';

/** How a problem is mended: by a command line, by a command of the editor, or as the text says. */
export interface Remedy {
  /** One sentence, or the name of what is done: “Install opencv-python-headless”. */
  readonly text: string;
  /** A program and its arguments. */
  readonly command?: readonly string[];
  readonly action?: RemedyAction;
}

export type RemedyAction = 'createEnvironment' | 'selectInterpreter';

/** What installs things; the doctor looks which of them there are. */
export const PACKAGE_TOOLS = ['apt-get', 'brew', 'choco', 'sudo', 'uv'] as const;

/** Installs distributions into the interpreter by whatever can do so there. */
export function installRemedy(
  { interpreter, tools }: Facts,
  requirements: readonly string[],
): Remedy {
  const { executable, externally_managed: managed, pip } = interpreter;
  const text = `Install ${requirements.join(', ')}`;
  if (managed) {
    return {
      text: 'The system manages this Python, so that pip installs nothing into it: create an environment of your own.',
      command: [executable, '-m', 'venv', '.venv'],
      action: 'createEnvironment',
    };
  }
  if (!pip && hasTool(tools, 'uv')) {
    return { text, command: ['uv', 'pip', 'install', '--python', executable, ...requirements] };
  }
  return { text, command: [executable, '-m', 'pip', 'install', ...requirements] };
}

/** The names of what is to be installed by a system's package manager. */
export interface SystemPackage {
  readonly apt: string;
  readonly brew?: string;
  readonly choco?: string;
}

/** Installs a package of the system; says so where no package manager of ours is there. */
export function systemPackageRemedy({ tools }: Facts, name: string, of: SystemPackage): Remedy {
  const text = `Install ${name}`;
  const sudo = hasTool(tools, 'sudo') ? ['sudo'] : [];
  if (hasTool(tools, 'apt-get')) {
    return { text, command: [...sudo, 'apt-get', 'install', of.apt] };
  }
  if (of.brew !== undefined && hasTool(tools, 'brew')) {
    return { text, command: ['brew', 'install', of.brew] };
  }
  if (of.choco !== undefined && hasTool(tools, 'choco')) {
    return { text, command: ['choco', 'install', of.choco] };
  }
  return { text: `Install ${name} with your system's package manager.` };
}

function hasTool(tools: Facts['tools'], name: string): boolean {
  return tools.some((tool) => tool.name === name && tool.path !== null);
}

/** A command as one line to paste into a shell; PowerShell takes a quoted program for a text without `&`. */
export function commandLine(command: readonly string[], shell: 'posix' | 'powershell'): string {
  const [program = '', ...rest] = command.map((word) => quoted(word, shell));
  const called = shell === 'powershell' && program.startsWith("'") ? `& ${program}` : program;
  return [called, ...rest].join(' ');
}

function quoted(word: string, shell: 'posix' | 'powershell'): string {
  if (/^[\w@%+=:,./-]+$/.test(word) || (shell === 'powershell' && /^[\w:\\./=-]+$/.test(word))) {
    return word;
  }
  const escaped = shell === 'posix' ? word.replaceAll("'", "'\\''") : word.replaceAll("'", "''");
  return `'${escaped}'`;
}
