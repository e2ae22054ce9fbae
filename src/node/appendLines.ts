import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Adds whole lines to a file in one write, and returns when they are on the disk. Where that fails
 * the file stays as it was, so that it can be tried again.
 * @param lines each with its newline
 */
export async function appendLines(path: string, lines: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+');
  try {
    // A crash may have left half a line: it must not swallow the next one.
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const gap = size > 0 && last.toString('latin1') !== '\n' ? '\n' : '';
    try {
      await file.appendFile(gap + lines);
      await file.sync();
    } catch (error) {
      // A full disk takes a part of it.
      await file.truncate(size);
      throw error;
    }
  } finally {
    await file.close();
  }
}
