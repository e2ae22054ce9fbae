import { execFile } from 'node:child_process';
import type { Person } from '../../core/curation/events.js';
import { UserError } from '../../core/errors.js';

/**
 * Who works here, as git would name them in a commit.
 * @param folder decides which repository's settings count
 * @throws {UserError} saying how to tell git
 */
export async function gitIdentity(folder: string): Promise<Person> {
  const [name, email] = await Promise.all([
    gitSetting(folder, 'user.name'),
    gitSetting(folder, 'user.email'),
  ]);
  if (name === '' || email === '') {
    throw new UserError(
      `git does not know who you are, and the record needs a name. Run: git config --global user.name "Your Name" and git config --global user.email you@example.org`,
    );
  }
  return { kind: 'person', name, email };
}

/** Empty where it is not set or there is no git. */
async function gitSetting(folder: string, name: string): Promise<string> {
  return new Promise((resolve) => {
    execFile('git', ['config', '--get', name], { cwd: folder }, (error, stdout) => {
      resolve(error ? '' : stdout.trim());
    });
  });
}
