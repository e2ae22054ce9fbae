import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { INSTRUCTIONS } from '../../src/core/models/instructions.js';
import { promptMessages } from '../../src/node/models/promptFiles.js';
import { temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const OURS = join(import.meta.dirname, '../../prompts');

describe('the prompt templates', () => {
  for (const { id, needs } of INSTRUCTIONS) {
    it(`say the task file and what else is needed: ${id}`, async () => {
      const values = { file: TASK_FILE, ...(needs === 'nothing' ? {} : { [needs]: 'THIS' }) };
      const [system, user] = await promptMessages(id, values, [OURS]);
      assert.equal(system?.role, 'system');
      assert.match(user?.content ?? '', /def task_func\(folder/);
      assert.equal(user?.content.includes('THIS'), needs !== 'nothing');
    });
  }

  it('of a project come before ours', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'shorten.md'), 'Be brief: {{file}}');
    const messages = await promptMessages('shorten', { file: 'x = 1' }, [folder, OURS]);
    assert.equal(messages[1]?.content, 'Be brief: x = 1');
    assert.match(messages[0]?.content ?? '', /benchmark of code generation/);
  });

  it('of a project with a wrong placeholder are named', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'shorten.md'), '{{fiel}}');
    await assert.rejects(
      promptMessages('shorten', { file: '' }, [folder, OURS]),
      /shorten\.md: there is no value for \{\{fiel\}\}/,
    );
  });
});
