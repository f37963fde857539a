/** Candidates for merges and splits in one list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCandidates } from '../../../../../domain/knowledge/graph/entities/listed-candidates.ts';
import { addCorrection } from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import { matchingDocument } from '../../../../../domain/knowledge/documents/filter.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../../support/knowledge/datasets.ts';

test('merges and splits are in one order by score, which a correction of one leaves to the others', async () => {
  const id = await newDataset();
  await put(id, 'a', [['mill', 'mill=1961']]);
  await put(id, 'b', [['mill', 'mill=1990']]);
  for (const name of ['katherine', 'catherine', 'lindqvist', 'lindkvist']) await put(id, name, [[name]]);
  await readNames(id);
  const list = async (after: string) =>
    (await listCandidates(database, id, matchingDocument(OWNER, {}), 0.5)).candidates.filter(
      ({ place }) => place > after,
    );
  const all = await list('');
  assert.deepEqual(
    all.map(({ place }) => place.split('\n')),
    [
      ['0.050', 'split', 'mill'],
      ['0.375', 'merge', 'catherine', 'katherine'],
      ['0.375', 'merge', 'lindkvist', 'lindqvist'],
    ],
  );
  const after = all[0]?.place ?? '';
  assert.deepEqual(await list(after), all.slice(1));
  await addCorrection(database, OWNER, id, { kind: 'merge', names: ['katherine', 'catherine'], senses: null });
  assert.deepEqual(await list(after), all.slice(2));
});
