/**
 * What of our environment programs under test may see: what Python and its libraries need to find
 * themselves, and nothing that could be a secret.
 */
export const ALLOWED_VARIABLES: ReadonlySet<string> = new Set([
  'HOME',
  'LANG',
  'LANGUAGE',
  'LD_LIBRARY_PATH',
  'LOGNAME',
  'NLTK_DATA',
  'PATH',
  'PYENV_ROOT',
  'PYENV_VERSION',
  'SHELL',
  'TEMP',
  'TMP',
  'TMPDIR',
  'USER',
  'VIRTUAL_ENV',
  'XDG_CACHE_HOME',
  // Windows
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]);

/** The allowed part of `environment`. Windows writes the same names in any case. */
export function engineEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const upper = name.toUpperCase();
      return ALLOWED_VARIABLES.has(upper) || upper.startsWith('LC_');
    }),
  );
}
