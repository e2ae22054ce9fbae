/** Agreement between raters, compared with scikit-learn and with the Python package krippendorff. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ensureStatisticsPython } from '../../scripts/setup/pythonEnvironment.js';
import {
  cohensKappa,
  krippendorffsAlpha,
  percentAgreement,
  type Ratings,
} from '../../src/core/curation/agreement.js';

/** Reads lists of raters' lists, and prints for each: kappa of the first two, and alpha of all. */
const PEER = `
import json, sys, warnings
import krippendorff, numpy
from sklearn.metrics import cohen_kappa_score
warnings.simplefilter("ignore")
results = []
for raters in json.load(sys.stdin):
    both = [(a, b) for a, b in zip(raters[0], raters[1]) if a is not None and b is not None]
    kappa = float(cohen_kappa_score(*zip(*both)))
    codes = {value: code for code, value in enumerate(sorted({v for r in raters for v in r if v}))}
    data = [[codes[v] if v else numpy.nan for v in ratings] for ratings in raters]
    alpha = float(krippendorff.alpha(reliability_data=data, level_of_measurement="nominal"))
    results.append({"kappa": None if numpy.isnan(kappa) else kappa, "alpha": alpha})
print(json.dumps(results))
`;
const PeerSchema = v.array(v.object({ kappa: v.nullable(v.number()), alpha: v.number() }));

const VALUES = ['approve', 'return', 'unsure'];

/** Raters who agree more or less, with gaps; the same every time. */
function made(seed: number): (string | undefined)[][] {
  let state = seed * 7919;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const items = 5 + Math.floor(random() * 30);
  const truth = Array.from({ length: items }, () => VALUES[Math.floor(random() * 3)]);
  return Array.from({ length: 2 + (seed % 3) }, () =>
    truth.map((value) => {
      const dice = random();
      if (dice < 0.15) return undefined;
      return dice < 0.7 ? value : VALUES[Math.floor(random() * 3)];
    }),
  );
}

function assertClose(ours: number | undefined, theirs: number | null): void {
  if (theirs === null) assert.equal(ours, undefined);
  else assert.ok(Math.abs((ours ?? NaN) - theirs) < 1e-9, `${String(ours)} and ${String(theirs)}`);
}

describe('agreement', () => {
  const cases = Array.from({ length: 40 }, (_, seed) => made(seed + 1));
  let peer: v.InferOutput<typeof PeerSchema> = [];

  before(async () => {
    const python = await ensureStatisticsPython();
    const running = promisify(execFile)(python, ['-c', PEER]);
    running.child.stdin?.end(JSON.stringify(cases.map((raters) => raters.map(withNulls))));
    peer = v.parse(PeerSchema, JSON.parse((await running).stdout));
  });

  it('is what scikit-learn says (Cohen’s kappa)', () => {
    for (const [index, [a = [], b = []]] of cases.entries()) {
      assertClose(cohensKappa(a, b), peer[index]?.kappa ?? null);
    }
  });

  it('is what krippendorff says (Krippendorff’s alpha)', () => {
    for (const [index, raters] of cases.entries()) {
      assertClose(krippendorffsAlpha(raters), peer[index]?.alpha ?? null);
    }
  });

  it('counts only what both have judged', () => {
    assert.equal(percentAgreement(['a', 'b', undefined], ['a', 'c', 'a']), 0.5);
    assert.equal(percentAgreement(['a'], [undefined]), undefined);
  });

  it('has no value where all say the same one thing', () => {
    const same: Ratings = ['a', 'a', 'a'];
    assert.equal(cohensKappa(same, same), undefined);
    assert.equal(krippendorffsAlpha([same, same]), undefined);
    assert.equal(krippendorffsAlpha([]), undefined);
  });
});

function withNulls(ratings: Ratings): (string | null)[] {
  return ratings.map((value) => value ?? null);
}
