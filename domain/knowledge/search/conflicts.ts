/** Statements of the passages of a search that cannot all hold, as the graph has them. */
import { mayConflict } from '../../../engines/knowledge/time/index.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { conflictsOfNodes, nodesOfClaims } from '../graph/node-conflicts.ts';
import type { NodeOfClaim } from '../graph/node-conflicts.ts';
import { claimsOf } from '../graph/time/claims.ts';
import type { StatedClaim, StatedConflict } from '../graph/time/claims.ts';
import type { SearchScope } from './scope.ts';

/** Statements that are compared. */
const MOST_CLAIMS = 2000;

/** The conflicts among chunks that the caller may read, those with most statements first. */
export async function conflictsAmong(
  database: Database,
  { readable }: SearchScope,
  chunks: readonly string[],
): Promise<StatedConflict[]> {
  if (chunks.length < 2) return [];
  const ids = Prisma.sql`${[...chunks]}::bigint[]`;
  const order = Prisma.sql`array_position(${ids}, evidence.chunk_id), evidence.start, subject.name, fact.predicate,
    object.name`;
  const claims = await claimsOf(database, Prisma.sql`evidence.chunk_id = ANY(${ids})`, order, MOST_CLAIMS);
  // Most searches end here: which names are one entity's need not be read.
  if (claims.filter(mayConflict).length < 2) return [];
  return conflictsOfNodes(claims, await nodesInDatasets(database, readable, claims));
}

/** Entities of several datasets are one if they have one name, and none of them is one of several of that name. */
async function nodesInDatasets(
  database: Database,
  readable: Prisma.Sql,
  claims: readonly StatedClaim[],
): Promise<NodeOfClaim> {
  const ofDataset = await Promise.all(
    [...Map.groupBy(claims, ({ dataset }) => dataset)].map(
      async ([dataset, own]) => [dataset, await nodesOfClaims(database, dataset, readable, own)] as const,
    ),
  );
  const nodes = new Map(ofDataset);
  const names = new Map(
    claims.flatMap(({ subject, subjectEntity, object, objectEntity }) => [
      [subjectEntity, subject] as const,
      [objectEntity, object] as const,
    ]),
  );
  return (claim, end) => {
    const node = nodes.get(claim.dataset)?.(claim, end) ?? claim[`${end}Entity`];
    return names.get(node) ?? node;
  };
}
