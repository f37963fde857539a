/** What a graph states that cannot all hold, as far as a caller may read it, page by page. */
import { WORDS_OF_ONE } from '../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { claimsOf } from './time/claims.ts';
import { aliasesOf } from './aliases.ts';
import { entityOfNode, namesOf } from './mention-nodes.ts';
import { conflictsOfNodes, nodesOfClaims } from './node-conflicts.ts';
import type { NodeConflict } from './node-conflicts.ts';
import { graphEntities } from './nodes.ts';

export interface ConflictPage {
  /** In the order of the names of what has several values. */
  readonly conflicts: readonly NodeConflict[];
  /** The name of the last entity that was looked at; `null` when there are no more. */
  readonly last: string | null;
}

/** Entities whose statements are read together, and those that one page looks at. */
const ENTITIES_PER_READ = 500;
const MOST_ENTITIES = 10_000;
/** Statements about the entities of one read. */
const MOST_CLAIMS = 50_000;

/** Most facts have no predicate of which there is one at a time, and are not read. */
const PERHAPS = WORDS_OF_ONE.join('|');

/**
 * The conflicts about the entities after a name, until those of `take` entities are found. `matching`:
 * documents/filter.ts.
 */
export async function graphConflicts(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  after: string,
  take: number,
): Promise<ConflictPage> {
  const conflicts: NodeConflict[] = [];
  let last = after;
  for (let seen = 0; seen < MOST_ENTITIES; seen += ENTITIES_PER_READ) {
    const entities = await graphEntities(database, datasetId, matching, last, ENTITIES_PER_READ);
    const found = await conflictsAbout(database, datasetId, matching, entities);
    for (const { id, name } of entities) {
      const own = found.get(id) ?? [];
      conflicts.push(...own);
      last = name;
      if (own.length > 0 && --take === 0) return { conflicts, last };
    }
    if (entities.length < ENTITIES_PER_READ) return { conflicts, last: null };
  }
  return { conflicts, last };
}

/** By entity: the conflicts about it. */
async function conflictsAbout(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  entities: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, NodeConflict[]>> {
  const ids = entities.map(({ id }) => id);
  const names = Prisma.sql`${namesOf(await aliasesOf(database, datasetId, matching, ids), ids)}::bigint[]`;
  const which = Prisma.sql`(evidence.extractor = 'record' AND fact.subject_id = ANY(${names})
    OR fact.predicate ~* ${PERHAPS} AND (fact.subject_id = ANY(${names}) OR fact.object_id = ANY(${names})))
      AND ${matching}`;
  const order = Prisma.sql`evidence.chunk_id, evidence.start, subject.name, fact.predicate, object.name`;
  const claims = await claimsOf(database, which, order, MOST_CLAIMS);
  const nodeOf = await nodesOfClaims(database, datasetId, matching, claims);
  return Map.groupBy(conflictsOfNodes(claims, nodeOf), ({ node }) => entityOfNode(node));
}
