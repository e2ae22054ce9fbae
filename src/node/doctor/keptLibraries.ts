import { stat } from 'node:fs/promises';
import * as v from 'valibot';
import { LibraryFactSchema, type Facts, type LibraryFact } from '../../shared/doctorProtocol.js';
import { readJson, writeJson } from '../jsonFile.js';

/** Top-level modules to what is asked of each. */
type Asked = Readonly<Record<string, readonly string[]>>;

const KeptSchema = v.object({
  version: v.literal(1),
  /** By the interpreter's path. */
  interpreters: v.record(
    v.string(),
    v.object({
      stamp: v.string(),
      libraries: v.record(v.string(), v.object({ asked: v.string(), fact: LibraryFactSchema })),
    }),
  ),
});
type Kept = v.InferOutput<typeof KeptSchema>;

/**
 * What is known of interpreters' libraries from earlier checks, in a file: importing them takes
 * seconds, and they seldom change. What went wrong is never kept, since it may be mended by means
 * that leave no trace in the interpreter.
 */
export class KeptLibraries {
  #kept: Promise<Kept> | undefined;

  constructor(private readonly file: string) {}

  /** What is known of what is asked, where nothing was installed or removed since. */
  async known({ interpreter }: Facts, asked: Asked): Promise<readonly LibraryFact[]> {
    const { interpreters } = await this.#read();
    const kept = interpreters[interpreter.executable];
    if (kept?.stamp !== (await stampOf(interpreter))) return [];
    return Object.entries(asked).flatMap(([name, names]) => {
      const library = kept.libraries[name];
      return library?.asked === names.join() ? [library.fact] : [];
    });
  }

  /** Keeps what was found out, in place of what was known of that interpreter. */
  async keep({ interpreter, libraries }: Facts, asked: Asked): Promise<void> {
    const kept = await this.#read();
    kept.interpreters[interpreter.executable] = {
      stamp: await stampOf(interpreter),
      libraries: Object.fromEntries(
        libraries
          .filter(({ state, failures }) => state === 'ok' && failures.length === 0)
          .map((fact) => [fact.name, { asked: (asked[fact.name] ?? []).join(), fact }]),
      ),
    };
    await writeJson(this.file, kept);
  }

  #read(): Promise<Kept> {
    this.#kept ??= readJson(this.file).then((value) => {
      const parsed = v.safeParse(KeptSchema, value);
      return parsed.success ? parsed.output : { version: 1, interpreters: {} };
    });
    return this.#kept;
  }
}

/** Changes when something is installed into or removed from the folders that imports look in. */
async function stampOf({ version, search_path: folders }: Facts['interpreter']): Promise<string> {
  const times = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => `${folder}@${String(mtimeMs)}`,
        () => folder,
      ),
    ),
  );
  return [version, ...times].join('\n');
}
