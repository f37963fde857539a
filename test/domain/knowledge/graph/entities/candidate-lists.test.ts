/** Lists of candidates that are kept between the pages that are read of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CandidateLists } from '../../../../../domain/knowledge/graph/entities/candidate-lists.ts';
import { addCorrection, undoCorrections } from '../../../../../domain/knowledge/graph/entities/corrections.ts';
import { listCandidates } from '../../../../../domain/knowledge/graph/entities/listed-candidates.ts';
import { matchingDocument } from '../../../../../domain/knowledge/documents/filter.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../../support/knowledge/datasets.ts';

const STRANGER = { ...OWNER, subject: 'stranger' };

test('a list is found once while nothing changes, and anew after whatever it depends on', async () => {
  const id = await newDataset();
  await put(id, 'a', [['mill', 'mill=1961']]);
  await put(id, 'b', [['mill', 'mill=1990']]);
  for (const name of ['katherine', 'catherine', 'lindqvist', 'lindkvist']) await put(id, name, [[name]]);
  await readNames(id);
  const lists = new CandidateLists();
  const read = (caller = OWNER) => lists.of(database, id, matchingDocument(caller, {}), 0.5);
  const fresh = (caller = OWNER) => listCandidates(database, id, matchingDocument(caller, {}), 0.5);
  let last = await read();
  assert.equal(last.candidates.length, 3);

  const merge = { kind: 'merge', names: ['katherine', 'catherine'], senses: null } as const;
  let correction = 0n;
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a correction': async () => (correction = (await addCorrection(database, OWNER, id, merge)).id),
    'its undoing': () => undoCorrections(database, OWNER, id, { id: String(correction) }),
    'a document more': () => put(id, 'katharine', [['katharine']]),
    'names that are read': () => readNames(id),
    'a document that changes': () => put(id, 'lindkvist', [['lindquist']]),
    'its names': () => readNames(id),
    'a document that goes': () =>
      database.db.knowledgeDocument.deleteMany({ where: { datasetId: id, label: 'katharine' } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    assert.equal(await read(), last, `before ${name}`);
    await change();
    const next = await read();
    assert.notEqual(next, last, name);
    assert.deepEqual(next, await fresh(), name);
    last = next;
  }

  await database.db.knowledgeDocument.updateMany({
    where: { datasetId: id, label: 'catherine' },
    data: { accessPolicy: { access_level: 'private' } },
  });
  assert.deepEqual(await read(STRANGER), await fresh(STRANGER));
  assert.ok((await read(STRANGER)).candidates.length < (await read()).candidates.length);
});

test('another score has a list of its own, and another dataset', async () => {
  const [one, other] = [await newDataset(), await newDataset()];
  for (const id of [one, other]) {
    for (const name of ['katherine', 'catherine']) await put(id, name, [[name]]);
    await readNames(id);
  }
  const lists = new CandidateLists();
  const read = (id: string, threshold: number) => lists.of(database, id, matchingDocument(OWNER, {}), threshold);
  assert.equal((await read(one, 0.3)).candidates.length, 1);
  assert.equal((await read(one, 0.9)).candidates.length, 0);
  assert.notEqual(await read(one, 0.3), await read(other, 0.3));
});
