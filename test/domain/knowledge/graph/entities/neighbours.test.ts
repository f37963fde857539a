/** What is read beside entities is bounded, however many names their chunks have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNeighbours } from '../../../../../domain/knowledge/graph/entities/neighbours.ts';
import { matchingDocument } from '../../../../../domain/knowledge/documents/filter.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../../support/knowledge/datasets.ts';

const { db } = database;
const matching = matchingDocument(OWNER, {});

/** How many rows are read while `run` runs, and what it answers. */
async function counted<T>(run: (counting: typeof database) => Promise<T>): Promise<{ rows: number; result: T }> {
  let rows = 0;
  const query = db.$queryRaw.bind(db);
  const counting = Object.create(db, {
    $queryRaw: {
      value: async (...call: Parameters<typeof query>) => {
        const found = await query(...call);
        rows += Array.isArray(found) ? found.length : 0;
        return found;
      },
    },
  });
  const result = await run({ ...database, db: counting });
  return { rows, result };
}

/** Chunks of these names: the first document has one for each name, which makes all of them names. */
async function mentioned(...chunks: readonly (readonly string[])[]): Promise<(name: string) => string> {
  const id = await newDataset();
  await put(
    id,
    'names',
    [...new Set(chunks.flat())].map((name) => [name]),
  );
  await put(id, 'chunks', chunks);
  await readNames(id);
  const entities = await db.knowledgeEntity.findMany({ where: { datasetId: id } });
  const ids = new Map(entities.map((entity) => [entity.name, String(entity.id)]));
  return (name) => ids.get(name) ?? assert.fail(name);
}

const birds = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `bird${from + at}`);

test('two names share those beside both in different chunks; a chunk that has both says that they are together', async () => {
  const idOf = await mentioned(
    ['mill', 'weir', 'lock'],
    ['mil', 'weir', 'gate'],
    ['mill', 'quay', 'moor'],
    ['moor', 'gate'],
  );
  const pairs = [
    [idOf('mill'), idOf('mil')],
    [idOf('mill'), idOf('moor')],
  ] as const;
  const [shared, together] = await readNeighbours(database, matching, pairs);
  assert.deepEqual([shared?.sharedNeighbours, shared?.together, shared?.support.length], [1, 0, 2]);
  assert.deepEqual([together?.sharedNeighbours, together?.together, together?.support.length], [0, 1, 1]);
});

test('names that stand beside one another in long lists are not read', async () => {
  const list = birds(150);
  const idOf = await mentioned(list, list.toReversed());
  const pairs = list.slice(1).map((name, at) => [idOf(name), idOf(`bird${at}`)] as const);
  const { rows, result } = await counted((counting) => readNeighbours(counting, matching, pairs));
  assert.ok(result.every(({ together, sharedNeighbours }) => together === 1 && sharedNeighbours === 0));
  assert.equal(rows, pairs.length);
});

test('beside an entity with very many others, the first of them are read', async () => {
  const all = birds(900);
  const lists = Array.from({ length: 6 }, (_, at) => all.slice(150 * at, 150 * (at + 1)));
  const idOf = await mentioned(...lists.map((list) => ['mill', ...list]), ...lists.map((list) => ['mil', ...list]));
  const { rows, result } = await counted((counting) =>
    readNeighbours(counting, matching, [[idOf('mill'), idOf('mil')]]),
  );
  assert.equal(result[0]?.sharedNeighbours, 500);
  assert.equal(rows, 1000);
});
