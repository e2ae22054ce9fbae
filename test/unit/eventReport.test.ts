import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventReport } from '../../src/core/curation/eventReport.js';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const base = eventNow(ADA, '', new Date(Date.UTC(2025, 0, 1)));

/** The part for a reader; what follows is the event itself. */
function told(event: CurationEvent): string {
  const [reader = '', recorded = ''] = eventReport('one', event).split('\n## On record\n');
  assert.deepEqual(JSON.parse(/`{3,}json\n([^]*)\n`{3,}\n$/.exec(recorded)?.[1] ?? ''), event);
  return reader;
}

describe('the report on an event', () => {
  it('has a review’s reason and answers', () => {
    const checklist = { clear: 'no', deterministic: 'unsure', realistic: 'yes' } as const;
    const event: CurationEvent = {
      ...{ ...base, type: 'reviewed', verdict: 'return', checklist, covered: {} },
      reason: 'Say which median.\nAnd of what.',
    };
    assert.equal(
      told(event),
      `# Review: returned to its author

one · Ada · 2025-01-01T00:00:00.000Z

> Say which median.
> And of what.

| question | answer |
| --- | --- |
| Is the prompt clear? | no |
| Do the tests give the same result every time? | not sure |
| Is it something that people really do? | yes |
`,
    );
  });

  it('has what each gate said', () => {
    const gates = [
      { gate: 'coverage', outcome: 'fail', message: 'Line 3 | never goes to 4.' },
      { gate: 'structure', outcome: 'pass', message: 'As it should be.' },
    ] as const;
    const report = told({ ...base, type: 'checked', gates: [...gates] });
    assert.match(
      report,
      /\| coverage \| fail \| Line 3 \\\| never goes to 4\. \|\n\| structure \| pass/,
    );
  });

  it('has a proposal’s diff and the conversation that led to it', () => {
    const report = told({
      ...{ ...base, type: 'proposed', instruction: 'enrich', diff: '-a\n+b\n' },
      conversation: [
        { role: 'user', content: 'Enrich it.' },
        { role: 'assistant', content: '```python\npass\n```' },
      ],
    });
    assert.match(report, /\n```diff\n-a\n\+b\n```\n/);
    assert.match(report, /## Asked\n\n```text\nEnrich it\.\n```\n/);
    assert.match(report, /## Answered\n\n````text\n```python\npass\n```\n````/);
  });

  it('has nothing but the record where that says all', () => {
    const report = told({ ...base, type: 'assigned', to: null });
    assert.equal(report, '# Assigned to nobody\n\none · Ada · 2025-01-01T00:00:00.000Z\n');
  });
});
