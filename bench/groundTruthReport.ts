/** What bench/groundTruth.ts prints. */
import { median, quantile, sum } from './figures.js';
import type { OurVerdict, Side, Verdict } from './groundTruthSides.js';

/** The tasks for which start-up, not the tests themselves, is what a tool can save. */
const SHORT_SECONDS = 10;

/** Both totals and medians, their ratios, and every verdict that differs. */
export function printComparison(ours: Side<OurVerdict>, theirs: Side, workers: number): void {
  const shortTests = ours.verdicts.filter(({ duration_s }) => duration_s < SHORT_SECONDS);
  const short = new Set(shortTests.map(({ task_id }) => task_id));
  const shortOf = ({ verdicts }: Side): readonly Verdict[] =>
    verdicts.filter(({ task_id }) => short.has(task_id));
  for (const side of [ours, theirs]) {
    const shortSeconds = sum(secondsOf(shortOf(side)));
    printTotals(side);
    console.log(
      `  ${shortSeconds.toFixed(1)} s on the ${String(short.size)} tasks below ${String(SHORT_SECONDS)} s`,
    );
  }
  const theirShort = sum(secondsOf(shortOf(theirs)));
  const shortRatio = theirShort / sum(secondsOf(shortOf(ours)));
  console.log(
    `ratio: ${(theirs.wallSeconds / ours.wallSeconds).toFixed(1)} in all, ` +
      `${shortRatio.toFixed(1)} on the short tasks, ` +
      `${median(ratios(theirs, ours)).toFixed(1)} at the median`,
  );
  const most = theirs.wallSeconds / leastSeconds(ours.verdicts, workers);
  const shortMost = theirShort / sum(shortTests.map(({ duration_s }) => duration_s));
  console.log(
    `with no time but the tests' own it would be ${most.toFixed(1)} in all, ` +
      `${shortMost.toFixed(1)} on the short tasks`,
  );
  printDiffering(ours, theirs);
}

/** Where our time goes, and how our total compares with what the tests themselves need. */
export function printShares({ verdicts, wallSeconds }: Side<OurVerdict>, workers: number): void {
  const seconds = secondsOf(verdicts);
  const total = sum(seconds);
  const ofAll = (pick: (verdict: OurVerdict) => number): number => sum(verdicts.map(pick));
  const shares = {
    'fork and isolation': ofAll(({ times }) => times.launch_s),
    'imports not preloaded': ofAll(({ times }) => times.imports_s),
    tests: ofAll(({ duration_s }) => duration_s),
    coverage: ofAll(({ times }) => times.coverage_s),
    reporting: ofAll(({ times }) => times.ending_s - Math.min(times.ending_s, times.coverage_s)),
  };
  const text = Object.entries(shares).map(
    ([name, share]) => `${name} ${share.toFixed(1)} s (${((100 * share) / total).toFixed(1)} %)`,
  );
  console.log(`our workers' ${total.toFixed(1)} s: ${text.join(', ')}`);
  const processor = ofAll(({ times }) => times.tests_cpu_s);
  const least = leastSeconds(verdicts, workers);
  console.log(
    `the tests' processor time: ${processor.toFixed(1)} s, ${(processor / workers).toFixed(1)} s on ` +
      `${String(workers)} cores; the longest test ${longestSeconds(verdicts).toFixed(1)} s; our total is ` +
      `${(wallSeconds / least).toFixed(2)} times the larger of the two`,
  );
}

/** What no check takes less than: the tests' processor time shared out, or the longest test. */
function leastSeconds(verdicts: readonly OurVerdict[], workers: number): number {
  const processor = sum(verdicts.map(({ times }) => times.tests_cpu_s));
  return Math.max(processor / workers, longestSeconds(verdicts));
}

function longestSeconds(verdicts: readonly OurVerdict[]): number {
  return Math.max(...verdicts.map(({ duration_s }) => duration_s));
}

/** What coverage adds to each task and in total. */
export function printCoverage(measured: Side<OurVerdict>, plain: Side<OurVerdict>): void {
  for (const side of [measured, plain]) printTotals(side);
  const plainById = byId(plain);
  const added = measured.verdicts.map(
    ({ task_id, seconds }) => 1000 * (seconds - (plainById.get(task_id)?.seconds ?? NaN)),
  );
  const total = sum(secondsOf(measured.verdicts)) / sum(secondsOf(plain.verdicts));
  const processor = (side: Side<OurVerdict>): number =>
    sum(side.verdicts.map(({ times }) => times.tests_cpu_s));
  console.log(
    `coverage adds ${median(added).toFixed(1)} ms at the median, ` +
      `${quantile(added, 0.9).toFixed(1)} ms at p90, and takes ${total.toFixed(2)} times in total ` +
      `(${(processor(measured) / processor(plain)).toFixed(2)} times the tests' processor time)`,
  );
  printDiffering(measured, plain);
}

function printTotals({ name, wallSeconds, verdicts }: Side): void {
  const seconds = secondsOf(verdicts);
  console.log(
    `${name}: ${wallSeconds.toFixed(1)} s in all; from request to verdict p50 ` +
      `${(1000 * median(seconds)).toFixed(1)} ms, p90 ${(1000 * quantile(seconds, 0.9)).toFixed(1)} ms`,
  );
}

/** Every task on whose status, or failing tests, the two do not agree. */
function printDiffering(one: Side, other: Side): void {
  const others = byId(other);
  const differing = one.verdicts.filter(
    (verdict) => describe(verdict) !== describe(others.get(verdict.task_id)),
  );
  console.log(`verdicts that differ: ${String(differing.length)}`);
  for (const verdict of differing) {
    console.log(`  ${verdict.task_id}: ${one.name}: ${describe(verdict)}`);
    console.log(`    ${other.name}: ${describe(others.get(verdict.task_id))}`);
  }
}

function describe(verdict: Verdict | undefined): string {
  return verdict ? [verdict.status, ...verdict.details].join(' ') : 'none';
}

function ratios(slow: Side, quick: Side): number[] {
  const slowById = byId(slow);
  return quick.verdicts.map(
    ({ task_id, seconds }) => (slowById.get(task_id)?.seconds ?? NaN) / seconds,
  );
}

function secondsOf(verdicts: readonly Verdict[]): number[] {
  return verdicts.map(({ seconds }) => seconds);
}

function byId<T extends Verdict>({ verdicts }: Side<T>): ReadonlyMap<string, T> {
  return new Map(verdicts.map((verdict) => [verdict.task_id, verdict]));
}
