/** What a test replaces, as `unittest.mock.patch` names it: `subprocess.run`, `__main__.os.popen`. */
export function mocksIn(test: string): readonly string[] {
  return [...test.matchAll(PATCH)].map(
    ([, , target, object = '', attribute = '']) => target ?? `${object}.${attribute}`,
  );
}

/** `patch('a.b')` and `patch.object(a, 'b')`. */
const PATCH = /\bpatch(?:\.\w+)?\(\s*(?:f?(["'])([\w.]+)\1|([\w.]+)\s*,\s*["'](\w+))/g;

/** Whether a mock replaces `path` or what it belongs to. */
export function isMocked(mocks: readonly string[], path: string): boolean {
  const parts = path.split('.');
  const owners = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  return mocks.some((mock) => owners.some((owner) => `.${mock}`.endsWith(`.${owner}`)));
}

/** Whether a mock replaces a module or anything of it. */
export function isPartlyMocked(mocks: readonly string[], module: string): boolean {
  return mocks.some((mock) => mock.split('.').includes(module));
}
