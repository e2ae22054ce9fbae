import { distributionKey } from '../distributions.js';

/**
 * What libraries take on the disk, by what is downloaded of them: unpacked, with their bytecode and
 * what comes with any environment. Measured for the published set in Python 3.10 (3.0 times as much),
 * its newest versions in 3.13 (3.7) and the samples' in 3.11 (5.2).
 */
const UNPACKED = 4;

/**
 * How many bytes an installation will take, roughly; undefined where the lock file names no sizes.
 * @param lock the text of a `pylock.toml`
 * @param installed the keys of distributions that are there already (`distributionKey`)
 */
export function estimatedBytes(lock: string, installed: ReadonlySet<string>): number | undefined {
  const packages = lock.split(/^\[\[packages\]\]$/m).slice(1);
  const sizes = packages
    .filter((text) => !installed.has(distributionKey(/^name = "(.+)"$/m.exec(text)?.[1] ?? '')))
    .map(downloadBytes);
  return sizes.some((size) => size === undefined)
    ? undefined
    : UNPACKED * sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** The largest of a package's wheels for this Python, or its source where there is none. */
function downloadBytes(text: string): number | undefined {
  const [source = '', wheels = ''] = text.split(/^wheels = /m);
  const sizes = [...(wheels || source).matchAll(/\bsize = (\d+)/g)].map(([, size]) => Number(size));
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}
