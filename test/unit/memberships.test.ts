import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  addMembership,
  isMemberOf,
  leaveStudy,
  readMemberships,
} from '../../src/node/baseline/memberships.js';
import { temporaryFolder } from './datasetFiles.js';
import { STUDY } from './studies.js';

const joining = {
  ...{ path: '/a/pilot.study.json', name: STUDY.name, split: STUDY.split },
  ...{ checksum: STUDY.dataset.checksum, solver: 'ada', recorded: false },
};

it('Who leaves a study and comes back is known to have been away', async (t) => {
  const file = join(await temporaryFolder(t), 'memberships.json');
  assert.deepEqual(await readMemberships(file), []);
  await addMembership(file, joining);
  const [joined] = await readMemberships(file);
  assert.equal(joined?.state, 'in');
  assert.ok(isMemberOf(joined, STUDY));
  assert.ok(!isMemberOf(joined, { ...STUDY, split: 'instruct' }));
  await leaveStudy(file, joined);
  assert.equal((await readMemberships(file))[0]?.state, 'left');
  await addMembership(file, { ...joining, path: '/moved/pilot.study.json' });
  const all = await readMemberships(file);
  assert.deepEqual(
    all.map(({ state, path }) => [state, path]),
    [['back', '/moved/pilot.study.json']],
  );
});

it('Memberships that cannot be read are left as they are', async (t) => {
  const file = join(await temporaryFolder(t), 'memberships.json');
  for (const text of ['{"version": 1, "member', '{"version": 2, "studies": []}']) {
    await writeFile(file, text);
    const problem = { name: 'UserError', message: /cannot be read: .+ update the extension/ };
    await assert.rejects(readMemberships(file), problem);
    await assert.rejects(addMembership(file, joining), problem);
    assert.equal(await readFile(file, 'utf8'), text);
  }
});
