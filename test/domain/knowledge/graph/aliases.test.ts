/** Names that aliases bring together are read in time linear in them, however many names share one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasesOf } from '../../../../domain/knowledge/graph/aliases.ts';
import { matchingDocument } from '../../../../domain/knowledge/documents/filter.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';
import { assertLinear } from '../../../support/linear.ts';

const { db } = database;
const matching = matchingDocument(OWNER, {});

const many = (count: number, nameOf: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => nameOf(at));

/** A dataset in which each of these is a title, and the entity of a name. */
async function titled(names: readonly string[]) {
  const id = await newDataset();
  await put(
    id,
    'names',
    names.map((name) => [name]),
  );
  return id;
}

async function entityOf(datasetId: string, name: string): Promise<string> {
  const { id } = await db.knowledgeEntity.findFirstOrThrow({ where: { datasetId, name } });
  return String(id);
}

/** One document with as many chunks, each of which abbreviates a name. */
async function abbreviate(datasetId: string, name: string, chunks: number): Promise<void> {
  await put(
    datasetId,
    'short',
    many(chunks, (at) => `bird${at}`).map((word) => [name, word]),
  );
  await db.$executeRaw`
    INSERT INTO knowledge_alias (chunk_id, dataset_id, alias, name, rule, start, "end")
    SELECT chunk.id, ${datasetId}, ${name}, ${name}, 'initials', 0, 1 FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE document.dataset_id = ${datasetId} AND document.document_id = 'doc_short'`;
}

/** Rows take longer than the characters that `assertLinear` is for. */
const SHARE = 4;

/** A dataset of each size, made once, and the name in it whose aliases are read. */
function sized(make: (size: number) => Promise<string>, name: string) {
  const made = new Map<number, Promise<string>>();
  return async (size: number) => {
    const known = made.get(size) ?? make(size);
    made.set(size, known);
    const id = await known;
    return aliasesOf(database, id, matching, [await entityOf(id, name)]);
  };
}

test('many aliases of one name, which is an alias itself', async () => {
  const star = sized(async (size) => {
    const birds = many(size, (at) => `bird${at}`);
    const id = await titled(['root', 'hub', ...birds]);
    await put(id, 'hub', [['root', 'hub'], ...birds.map((bird) => ['hub', bird])]);
    await readNames(id);
    return id;
  }, 'hub');
  assert.equal((await star(100)).shown.length, 101);
  await assertLinear('a star of aliases', (size) => star(size / SHARE));
});

test('many full names of the same initials, in many chunks', async () => {
  const initials = sized(async (size) => {
    const id = await titled(many(size, (at) => `j${at} rowan smith`));
    await abbreviate(id, 'j r smith', size);
    return id;
  }, 'j r smith');
  assert.equal((await initials(20)).shown.length, 20);
  assert.deepEqual((await initials(21)).shown, [], 'initials of so many names say nothing');
  await assertLinear('initials', (size) => initials(size / SHARE));
});
