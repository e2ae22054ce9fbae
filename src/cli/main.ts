/** The terminal's entry point: `bcb COMMAND …`. */
import { fileURLToPath } from 'node:url';
import { CancelledError, UserError } from '../core/errors.js';
import { abortController } from '../node/abort.js';
import { audit } from './audit.js';
import { baseline } from './baseline.js';
import { check } from './check.js';
import { doctor } from './doctor.js';
import { compile } from './compile.js';
import { drift } from './drift.js';
import { evaluate } from './evaluate.js';
import { list } from './list.js';
import { record } from './record.js';
import { release } from './release.js';
import { replay } from './replay.js';
import { split } from './split.js';
import { userCacheDir, type Surroundings } from './surroundings.js';

const USAGE = `Usage:
  bcb check --tasks FILE|DIR [--ids ID,…] [--coverage] [--repeat N] [--order ORDER]
            [--doctest] [--timeout SECONDS] [--workers N] [--python PATH] [--json OUT]
      Runs each task's tests against its canonical solution (the ground-truth check).
      With --repeat a task passes only if all of its runs do. ORDER is longest (what took longest
      the last time comes first; the default), file, random or random:SEED.
      --doctest also runs the examples of the docstrings, as doctest would. They are counted by
      themselves: true, mismatched, raising, unchecked (no output is given) or skipped.
      After Ctrl+C or a crash the same call goes on: what has a cached result is not run again.
      Exit code 0 only if all pass their tests, whatever comes of the examples.
  bcb evaluate --samples FILE --tasks FILE|DIR [--no-calibrated] [--no-gt] [--pass-k 1,5,10]
               [--resume | --overwrite] [--timeout SECONDS] [--workers N] [--python PATH]
               [--json OUT]
      Runs the tasks' tests against a model's samples, a .jsonl or .jsonl.gz file of task_id and
      solution or completion, and writes …_eval_results.json and …_pass_at_k.json next to it, in
      the official evaluator's form. Calibrated, the default as there, puts the code prompt before
      each sample. --no-gt leaves out the canonical solutions of the tasks.
      After Ctrl+C or a crash, or where samples were added, --resume runs what is missing.
      Exit code 0 if every sample could be judged, whatever the scores.
  bcb doctor --tasks FILE|DIR [--python PATH] [--json OUT]
      Checks that the interpreter and its system have what the tasks need: libraries, which it
      imports, the data that these download, tools; and says what mends each problem.
      Exit code 0 only without problems.
  bcb drift --python PATH --python PATH [--python PATH …] --tasks FILE|DIR [--ids ID,…]
            [--timeout SECONDS] [--workers N] [--json OUT] [--report OUT.md|OUT.csv]
  bcb drift --compare ONE.json TWO.json [--report OUT.md|OUT.csv]
      Checks the tasks in each environment and lists those whose verdicts differ, with the library
      to blame. After Ctrl+C or a crash the same call goes on. --json keeps all that was found out;
      --compare sets two such files side by side, the first environment of the one beside the first
      of the other, and runs nothing. Exit code 0 only where no verdict differs.
  bcb list --tasks FILE|DIR [--json OUT]
      Prints the tasks, and the rows that were refused with their reasons.
  bcb audit --tasks FILE|DIR [--ids ID,…] [--gates GATE,…] [--timeout SECONDS] [--workers N]
            [--python PATH] [--json OUT]
      Looks for weak tests, vague prompts and other defects: structure, tests that assert nothing or
      let trivial solutions pass, demands that no prompt names, tasks alike, and so on.
      After Ctrl+C or a crash the same call goes on: what has a cached result is not run again, but
      for the repeats, which are to show whether the tests pass every time.
      Exit code 0 only where nothing is found.
  bcb compile FILE|DIR [--out ROWS.jsonl]
      Turns task files into rows, on standard output without --out. The id of a task is its file's
      path below DIR. Where a file is no task, says so and writes nothing.
  bcb split --tasks FILE --out DIR [--overwrite]
      Turns rows into task files, one a task, that compile to the same rows again.
  bcb record PROJECT
      Puts on record what was done to a curation project's task files elsewhere: edits by other
      programs, merges, renames.
  bcb release PROJECT --version VERSION [--upload OWNER/NAME [--yes]]
      Writes the accepted tasks of a curation project to releases/VERSION: JSONL, gzipped JSONL,
      Parquet, a data card and the changes since the last release.
      --upload then publishes it as one commit of that dataset on Hugging Face, once you agree, or
      one that was written before. It needs an access token in HF_TOKEN. --yes agrees beforehand.
  bcb replay PROJECT [--json OUT]
      Replays each record of a curation project from its first event and compares the result with
      the task file. Exit code 0 only if all are the same byte for byte.
  bcb baseline STUDY.study.json [STUDY2 …] [--results EVAL_RESULTS.json]… [--json OUT]
               [--samples OUT.jsonl] [--export OUT.json] [--names]
      Prints what people achieved in studies: Pass@1 with 95 % intervals, times, agreement, the tasks
      that they fail, and how models fare at the same tasks, by results of the official evaluator.
      Copies of one study, from several machines, count as one.
      --samples writes people's first solutions as a model's samples, --export all that is known as
      data. Nobody is named: people are P1, P2 and so on, unless --names is given.

check, evaluate, doctor, drift and audit also take --isolation namespaces|landlock|limits, the
weakest level to put up with, --network off|loopback|on, what runs see of the network (loopback
unless given), and --memory MIB, what one run may use (30720, or its share of what the machine has
if that is less).
The result of each run is kept, but for timeouts, crashes and failures of the machine, and used in
place of a run of the same program in the same Python with the same packages, limits and isolation.
--no-cache runs everything, as --repeat and --order random do.
With --scheduler tcp://HOST:PORT check and evaluate send the runs to a Dask cluster, see
docs/cluster.md: --python is then the tasks' interpreter as the workers' machines have it, and
--scheduler-python PATH an interpreter of this machine that has Dask, if it is not to be the one in
the user's cache folder.

FILE is a .jsonl, .jsonl.gz or .parquet file, DIR a folder of task files;
“samples” and hf:owner/name@revision are understood too.
`;

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], at: Surroundings) => Promise<number>>
> = {
  audit,
  baseline,
  check,
  compile,
  doctor,
  drift,
  evaluate,
  list,
  record,
  release,
  replay,
  split,
};

/** Exit codes: 0 all well, 1 something did not pass or was refused, 2 the call was wrong or could not be carried out. */
async function main(): Promise<number> {
  const [name = '--help', ...args] = process.argv.slice(2);
  if (name === '--help' || name === '-h' || args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = COMMANDS[name];
  if (!command) {
    process.stderr.write(`bcb: unknown command “${name}”.\n\n${USAGE}`);
    return 2;
  }
  const abort = abortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      abort.abort();
    });
  }
  try {
    return await command(args, {
      // The bundle lies in dist/, beside python/ and samples/.
      packageDir: fileURLToPath(new URL('..', import.meta.url)),
      cacheDir: userCacheDir(),
      signal: abort.signal,
    });
  } catch (error) {
    if (error instanceof CancelledError) {
      process.stderr.write('bcb: cancelled\n');
      return 130;
    }
    if (error instanceof UserError) {
      process.stderr.write(`bcb: ${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

process.exitCode = await main();
