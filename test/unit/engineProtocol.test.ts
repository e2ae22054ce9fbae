import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { EngineEventSchema } from '../../src/shared/engineProtocol.js';

const FIXTURES = join(import.meta.dirname, '../fixtures/protocol');
const EVENTS = readdirSync(FIXTURES).filter((name) => name.startsWith('event-'));

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as Record<string, unknown>;
}

for (const name of EVENTS) {
  test(`${name} is understood as it stands`, () => {
    assert.deepEqual(v.parse(EngineEventSchema, fixture(name)), fixture(name));
  });
}

test('every event of the protocol has a fixture', () => {
  const types = EngineEventSchema.options.map((option) => option.entries.type.literal);
  const shown = new Set(EVENTS.map((name) => fixture(name)['type']));
  assert.deepEqual([...shown].sort(), types.sort());
});

test('a field that does not fit is named', () => {
  const event = { ...fixture('event-finished.json'), cause: 'boredom' };
  const parsed = v.safeParse(EngineEventSchema, event);
  assert.equal(parsed.success, false);
  assert.equal(v.getDotPath(parsed.issues[0]), 'cause');
});
