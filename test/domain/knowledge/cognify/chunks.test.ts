/** Chunks, names and facts of a dataset: what is derived is a function of the documents, however they came and went. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { documentsBetween } from '../../../../domain/knowledge/documents/documents.ts';
import type { NewDocument } from '../../../../domain/knowledge/documents/documents.ts';
import { commitNames, titlesVersion, unreadChunks } from '../../../../domain/knowledge/cognify/names.ts';
import { removeDocument } from '../../../../domain/knowledge/maintenance/removal/removal.ts';
import { endTurn, jobBefore, requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { database, newDataset, pkOf, put, readNames } from '../../../support/knowledge/datasets.ts';
import type { Text } from '../../../support/knowledge/datasets.ts';
import { runs } from '../../../support/depth.ts';

const word = fc.constantFrom('ada', 'babbage', 'engine', 'london', 'loom');
const text = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
const change = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  text: fc.option(text),
  policy: fc.constantFrom('tenant_shared' as const, 'private' as const),
  reads: fc.boolean(),
});

test('after any changes the dataset equals one that had the last state of each document from the start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const changed = await newDataset();
      const last = new Map<string, { readonly text: Text; readonly more: Partial<NewDocument> }>();
      for (const { name, text, policy, reads } of changes) {
        if (text) {
          const more = { accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: policy } };
          await put(changed, name, text, more);
          last.set(name, { text, more });
        } else if (last.delete(name)) {
          const id = await pkOf(changed, name);
          await removeDocument(database, { id, datasetId: changed }, () => undefined);
        }
        if (reads) await readNames(changed);
      }
      // A title that is no longer private is known to what is read from then on.
      await database.db.$executeRaw`UPDATE knowledge_chunk SET is_read = false WHERE dataset_id = ${changed}`;
      await readNames(changed);
      const fresh = await newDataset();
      for (const [name, { text, more }] of [...last].toSorted(([a], [b]) => (a < b ? 1 : -1)))
        await put(fresh, name, text, more);
      await readNames(fresh);
      assert.deepEqual(await derivedRows(database, changed), await derivedRows(database, fresh));
    }),
    runs(60),
  );
});

test('an edit touches only its own chunks and those that mention entities it added or removed', async () => {
  const id = await newDataset();
  await put(id, 'a', [['ada', 'engine'], ['loom']]);
  await put(id, 'b', [['babbage', 'london']]);
  assert.equal(await readNames(id), 3);
  await put(id, 'a', [
    ['ada', 'engine'],
    ['london', 'loom'],
  ]);
  // The new chunk, and the one of the other document that names its title.
  assert.equal(await readNames(id), 2);
  await put(id, 'a', [
    ['london', 'loom'],
    ['ada', 'engine'],
  ]);
  assert.equal(await readNames(id), 0);
  const pk = String(await pkOf(id, 'a'));
  const [row] = await documentsBetween(database, id, { first: pk, last: pk });
  assert.deepEqual(row?.pageSpans, [{ page: 1, start: 0, end: 1 }]);
});

test('names that were read while a title appeared are read again', async () => {
  const id = await newDataset();
  await put(id, 'a', [['ada', 'engine']]);
  const turn = await requestTurn(database, id, 'job_1');
  const version = await titlesVersion(database, id);
  const unread = await unreadChunks(database, id, { first: '0', last: String(2 ** 50) });
  await put(id, 'b', [['engine', 'loom']]);
  const read = unread.map((chunk) => ({
    chunkId: chunk.id,
    mentions: [],
    facts: [],
    aliases: [],
    dates: [],
    traits: [],
  }));
  assert.equal(await commitNames(database, turn, version, read), false);
  assert.equal(await readNames(id), 2);
});

test('what is committed out of turn changes nothing', async () => {
  const id = await newDataset();
  const turn = await requestTurn(database, id, 'job_1');
  const next = await requestTurn(database, id, 'job_2');
  assert.equal(await jobBefore(database, turn), null);
  assert.equal(await jobBefore(database, next), 'job_1');
  await assert.rejects(commitNames(database, next, await titlesVersion(database, id), []), { code: 'superseded' });
  await endTurn(database, id, 'job_1');
  await assert.rejects(commitNames(database, turn, await titlesVersion(database, id), []), { code: 'superseded' });
  assert.equal(await commitNames(database, next, await titlesVersion(database, id), []), true);
});
