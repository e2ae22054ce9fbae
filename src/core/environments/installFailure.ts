/** Signs of what went wrong in what uv and pip print, and what to do, the surest first. */
const CAUSES: readonly (readonly [sign: RegExp, advice: string])[] = [
  [/No space left on device|os error 28\b|not enough space/i, 'the disk is full. Free some space.'],
  [
    /error sending request|dns error|tcp connect error|NewConnectionError|ConnectTimeoutError|Failed to establish a new connection|Could not connect|Connection refused|Network is unreachable|Temporary failure in name resolution/i,
    'the package index cannot be reached. Check the network and the proxy, or name another index in PIP_INDEX_URL.',
  ],
  [/Permission denied|os error 13\b/i, 'the folder may not be written to. Choose another place.'],
  [
    /command '?\S*(?:gcc|cc|clang|cl\.exe)'? failed|Microsoft Visual C\+\+ .* is required|unable to execute .*gcc/i,
    'a package without a wheel for this Python needs a C compiler. Install one, or choose another Python.',
  ],
  [
    /ensurepip is not available|No module named '?ensurepip/i,
    'this Python cannot make environments. On Debian and Ubuntu install python3-venv, or install uv (https://docs.astral.sh/uv).',
  ],
  [
    /No solution found|ResolutionImpossible|No matching distribution found/i,
    'some of the libraries do not exist for this Python. Choose another Python.',
  ],
];

/** Why an installation failed, in one sentence that ends with what to do. */
export function installFailure(output: readonly string[]): string {
  const all = output.join('\n');
  const known = CAUSES.find(([sign]) => sign.test(all));
  const last = output.findLast((line) => line.trim() !== '')?.trim() ?? 'it said nothing';
  const advice = known?.[1] ?? `${last}.`.replace(/\.\.$/, '.');
  return `The libraries could not be installed: ${advice} Then create the environment again: it goes on from here.`;
}
