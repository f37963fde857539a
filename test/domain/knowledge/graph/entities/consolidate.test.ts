/** The step of consolidation: its attempts decide once, and after a reset it decides what is still to be decided. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCounts } from '../../../../../domain/jobs/counts.ts';
import { requestTurn } from '../../../../../domain/knowledge/datasets/turns.ts';
import { commitConsolidation, findConsolidation } from '../../../../../domain/knowledge/graph/entities/consolidate.ts';
import { addCorrection } from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import { JOB, OWNER, database, newDataset, newStep, put, readNames } from '../../../../support/knowledge/datasets.ts';

test(
  'attempts of one step decide and count once; after a reset it decides what was added, and the counts are of ' +
    'both runs',
  async () => {
    const id = await newDataset();
    await put(id, 'a', [['katherine', 'mill']]);
    await put(id, 'b', [['mill']]);
    await put(id, 'c', [['catherine', 'mill']]);
    await readNames(id);
    const turn = await requestTurn(database, id, JOB);
    const layer = { datasetId: id, audienceId: null };
    const find = async () => ({ ...(await findConsolidation(database, layer, 0.6)), layer, subject: 'ann' });
    const decided = async () => {
      const rows = await database.db.knowledgeCorrection.findMany({ where: { datasetId: id }, orderBy: { id: 'asc' } });
      const { merges_found, merges } = await readCounts(database, JOB);
      return [rows.map(({ names }) => names.join(' ')), { merges_found, merges }];
    };

    const [step, late] = [newStep(), await find()];
    await commitConsolidation(database, turn, step, await find());
    const first = [['catherine katherine'], { merges_found: 1, merges: 1 }];
    assert.deepEqual(await decided(), first);
    await commitConsolidation(database, turn, step, late);
    await commitConsolidation(database, turn, step, await find());
    assert.deepEqual(await decided(), first);

    await commitConsolidation(database, turn, newStep(), await find());
    assert.deepEqual(await decided(), first, 'nothing is left to be decided');
    await put(id, 'd', [['marcus', 'lock']]);
    await put(id, 'e', [['lock']]);
    await put(id, 'f', [['markus', 'lock']]);
    await readNames(id);
    await commitConsolidation(database, turn, newStep(), await find());
    assert.deepEqual(await decided(), [['catherine katherine', 'marcus markus'], { merges_found: 2, merges: 2 }]);
  },
);

const merged = async (id: string): Promise<string[]> => {
  const { merges } = await findConsolidation(database, { datasetId: id, audienceId: null }, 0.85);
  return merges.map(({ entities }) =>
    entities
      .map(({ name }) => name)
      .toSorted()
      .join(' '),
  );
};

test('nothing is merged with a name that documents tell apart, or that is split', async () => {
  const id = await newDataset();
  await put(id, 'a', [['katherine', 'katherine=1932']]);
  await put(id, 'b', [['catherine']]);
  await put(id, 'c', [['lindqvist'], ['lindkvist']]);
  await put(id, 'list', [['names', 'katherine', 'lindqvist']]);
  await readNames(id);
  assert.deepEqual(await merged(id), ['catherine katherine', 'lindkvist lindqvist']);
  await put(id, 'd', [['katherine', 'katherine=1985']]);
  await put(id, 'e', [['lindqvist']]);
  await readNames(id);
  assert.deepEqual(await merged(id), ['lindkvist lindqvist']);
  await addCorrection(database, OWNER, id, { kind: 'split', names: ['lindqvist'], senses: [['doc_e']] });
  assert.deepEqual(await merged(id), []);
});

test('titles of documents are merged if another document mentions one, or its own says something of it', async () => {
  const id = await newDataset();
  await put(id, 'a', [['katherine']]);
  await put(id, 'b', [['catherine']]);
  await put(id, 'c', [['lindqvist']]);
  await put(id, 'd', [['lindkvist', 'and', 'lindkvist', 'sings.']]);
  await readNames(id);
  assert.deepEqual(await merged(id), ['lindkvist lindqvist']);
  await put(id, 'e', [['mill', 'catherine']]);
  await readNames(id);
  assert.deepEqual(await merged(id), ['catherine katherine', 'lindkvist lindqvist']);
});
