/** Which node a mention is, is the same for what reads rows and for what reads lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  joinStanding,
  nodeId,
  nodeIn,
  standingOf,
  standingRelations,
} from '../../../../domain/knowledge/graph/mention-nodes.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { database } from '../../../support/knowledge/datasets.ts';
import { runs } from '../../../support/depth.ts';

const ENTITIES = ['1', '2', '3', '4'];
const DOCUMENTS = ['11', '12', '13'];
const PLACES = ENTITIES.flatMap((entity) => DOCUMENTS.map((documentPk) => ({ entity, documentPk })));

const entity = fc.constantFrom(...ENTITIES);
const documentPk = fc.constantFrom(...DOCUMENTS);
const mapOf = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<ReadonlyMap<string, T>> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((pairs) => new Map(pairs));
const named = fc.record({
  everywhere: mapOf(entity, entity),
  within: mapOf(entity, mapOf(documentPk, entity)),
  senses: fc.uniqueArray(fc.record({ entity, documentPk, sense: fc.constantFrom(2, 3) }), {
    selector: (one) => `${one.entity} ${one.documentPk}`,
    maxLength: 5,
  }),
});

test('rows of the relation say of each place what the function says, and say it once', async () => {
  const mentioned = Prisma.sql`mention.entity`;
  const { main, sense } = standingOf('mention', mentioned);
  await fc.assert(
    fc.asyncProperty(named, async (aliases) => {
      const rows = await database.db.$queryRaw<{ node: string }[]>`
        WITH ${standingRelations(aliases)}
        SELECT ${nodeId(main, sense)} AS node FROM unnest(${PLACES.map((place) => place.entity)}::bigint[],
          ${PLACES.map((place) => place.documentPk)}::bigint[]) WITH ORDINALITY AS mention(entity, document_pk, at)
        JOIN unnest(${DOCUMENTS}::bigint[]) AS document(id) ON document.id = mention.document_pk
        ${joinStanding('mention', mentioned)} ORDER BY mention.at`;
      const node = nodeIn(aliases);
      assert.deepEqual(
        rows.map((row) => row.node),
        PLACES.map((place) => node(place.entity, place.documentPk)),
      );
    }),
    runs(200),
  );
});
