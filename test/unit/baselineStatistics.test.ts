/** The baseline's statistics, compared with SciPy, NumPy and lifelines. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ensureStatisticsPython } from '../../scripts/setup/pythonEnvironment.js';
import { kaplanMeier, medianOf, type WatchedTime } from '../../src/core/baseline/kaplanMeier.js';
import { mcnemarPValue } from '../../src/core/baseline/mcnemar.js';
import { percentile } from '../../src/core/baseline/percentile.js';
import { wilsonInterval } from '../../src/core/baseline/wilson.js';
import { shuffle } from '../../src/core/shuffle.js';

/** Answers the cases on standard input in their order. */
const PEER = `
import json, sys
import numpy
from lifelines import KaplanMeierFitter
from scipy.stats import binomtest

def survival(watched):
    fitter = KaplanMeierFitter().fit(
        [one["seconds"] for one in watched], [one["solved"] for one in watched]
    )
    table = fitter.event_table
    median = fitter.median_survival_time_
    return {
        "median": None if numpy.isinf(median) else float(median),
        "steps": [
            {
                "seconds": float(time),
                "unsolved": float(fitter.predict(time)),
                "atRisk": int(row.at_risk),
                "solved": int(row.observed),
                "censored": int(row.censored),
            }
            for time, row in table.iterrows()
            if row.removed > 0
        ],
    }

def wilson(successes, total):
    interval = binomtest(successes, total).proportion_ci(method="wilson")
    return {"low": float(interval.low), "high": float(interval.high)}

cases = json.load(sys.stdin)
print(json.dumps({
    "wilson": [wilson(*case) for case in cases["wilson"]],
    "mcnemar": [float(binomtest(a, a + b).pvalue) for a, b in cases["mcnemar"]],
    "percentiles": [
        [float(p) for p in numpy.percentile(values, [0, 25, 50, 75, 90, 100])]
        for values in cases["percentiles"]
    ],
    "survival": [survival(watched) for watched in cases["survival"]],
}))
`;

const StepSchema = v.object({
  ...{ seconds: v.number(), unsolved: v.number(), atRisk: v.number() },
  ...{ solved: v.number(), censored: v.number() },
});
const PeerSchema = v.object({
  wilson: v.array(v.object({ low: v.number(), high: v.number() })),
  mcnemar: v.array(v.number()),
  percentiles: v.array(v.array(v.number())),
  survival: v.array(v.object({ median: v.nullable(v.number()), steps: v.array(StepSchema) })),
});

const WILSON = [1, 2, 7, 31, 1140].flatMap((total) =>
  [0, 1, Math.floor(total / 3), total - 1, total].map((some) => [some, total] as const),
);
const MCNEMAR = [0, 1, 4, 5, 30, 700].flatMap((a) => [1, 2, 5, 9, 650].map((b) => [a, b] as const));

/** `count` whole numbers below `limit`, with repetitions, the same every time. */
function numbers(count: number, limit: number, seed: number): number[] {
  const pool = Array.from({ length: Math.max(count, limit) }, (_, index) => index % limit);
  return shuffle(pool, seed).slice(0, count);
}

const PERCENTILES = [1, 2, 3, 10, 57].map((count) =>
  numbers(count, 40, count).map((one) => one / 7),
);

/** Few different times, so that many solutions and censorings fall on the same one. */
const SURVIVAL: readonly (readonly WatchedTime[])[] = [1, 2, 5, 12, 40, 200].flatMap((count) =>
  [2, 5, 1000].map((limit) => {
    const solved = numbers(count, 3, count + limit);
    return numbers(count, limit, limit).map((time, index) => ({
      seconds: 10 + time / 4,
      solved: solved[index] !== 0,
    }));
  }),
);

function assertClose(ours: number | undefined, theirs: number | undefined): void {
  const [a, b] = [ours ?? NaN, theirs ?? NaN];
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, b), `${String(a)} and ${String(b)}`);
}

describe('the statistics of a baseline', () => {
  let peer: v.InferOutput<typeof PeerSchema>;

  before(async () => {
    const python = await ensureStatisticsPython();
    const running = promisify(execFile)(python, ['-c', PEER]);
    running.child.stdin?.end(
      JSON.stringify({
        ...{ wilson: WILSON, mcnemar: MCNEMAR, percentiles: PERCENTILES, survival: SURVIVAL },
      }),
    );
    peer = v.parse(PeerSchema, JSON.parse((await running).stdout));
  });

  it('are SciPy’s: Wilson’s interval, never beyond 0 and 1', () => {
    for (const [index, [successes, total]] of WILSON.entries()) {
      const interval = wilsonInterval(successes, total);
      assertClose(interval?.low, peer.wilson[index]?.low);
      assertClose(interval?.high, peer.wilson[index]?.high);
      assert.ok(interval && interval.low >= 0 && interval.high <= 1);
    }
    assert.equal(wilsonInterval(0, 0), undefined);
  });

  it('are SciPy’s: McNemar’s exact test', () => {
    for (const [index, [a, b]] of MCNEMAR.entries()) {
      assertClose(mcnemarPValue(a, b), peer.mcnemar[index]);
    }
    assert.equal(mcnemarPValue(3, 3), 1);
    assert.equal(mcnemarPValue(0, 0), undefined);
  });

  it('are NumPy’s: percentiles', () => {
    for (const [index, values] of PERCENTILES.entries()) {
      const ours = [0, 25, 50, 75, 90, 100].map((percent) => percentile(values, percent));
      for (const [place, value] of ours.entries()) {
        assertClose(value, peer.percentiles[index]?.[place]);
      }
    }
    assert.equal(percentile([], 50), undefined);
  });

  it('are lifelines’: Kaplan and Meier’s curve and its median, with ties and censored times', () => {
    for (const [index, watched] of SURVIVAL.entries()) {
      const ours = kaplanMeier(watched);
      const theirs = peer.survival[index];
      assert.ok(theirs);
      assert.deepEqual(
        ours.map((step) => ({ ...step, unsolved: 0 })),
        theirs.steps.map((step) => ({ ...step, unsolved: 0 })),
      );
      for (const [place, { unsolved }] of ours.entries()) {
        assertClose(unsolved, theirs.steps[place]?.unsolved);
      }
      assert.equal(medianOf(ours), theirs.median ?? undefined);
    }
    assert.deepEqual(kaplanMeier([]), []);
  });

  it('find the half that rounding puts just out of reach', () => {
    for (let half = 1; half <= 200; half++) {
      const watched = Array.from({ length: 2 * half }, (_, time) => ({
        seconds: time,
        solved: true,
      }));
      assert.equal(medianOf(kaplanMeier(watched)), half - 1);
    }
  });

  it('count who is censored at the time of a solution as at risk of it', () => {
    const watched = [true, false, true, false].map((solved) => ({ seconds: 5, solved }));
    assert.deepEqual(kaplanMeier(watched), [
      { seconds: 5, unsolved: 0.5, atRisk: 4, solved: 2, censored: 2 },
    ]);
  });
});
