/**
 * Statements about one node of the graph that cannot all hold. Names that are one entity's speak of one thing, and a
 * name of several entities of each in its own documents: what is said of two people of one name is no conflict.
 */
import { conflictsIn, mayConflict } from '../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import type { StatedClaim, StatedConflict } from './time/claims.ts';
import { aliasesOf } from './aliases.ts';
import { nodeIn } from './mention-nodes.ts';

export interface NodeConflict extends StatedConflict {
  /** The node that has several values. */
  readonly node: string;
}

/** Which node an end of a claim is. */
export type NodeOfClaim = (claim: StatedClaim, end: 'subject' | 'object') => string;

/**
 * The nodes of those claims of one dataset that may conflict. `matching`: the documents that say which names are one
 * entity's.
 */
export async function nodesOfClaims(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  claims: readonly StatedClaim[],
): Promise<NodeOfClaim> {
  const compared = claims.filter(mayConflict);
  const ends = [...new Set(compared.flatMap(({ subjectEntity, objectEntity }) => [subjectEntity, objectEntity]))];
  const nodeOf = nodeIn(await aliasesOf(database, datasetId, matching, ends));
  return (claim, end) => nodeOf(claim[`${end}Entity`], claim.documentPk);
}

export function conflictsOfNodes(claims: readonly StatedClaim[], nodeOf: NodeOfClaim): NodeConflict[] {
  const ofNodes = claims.map((claim) => ({
    ...claim,
    subject: nodeOf(claim, 'subject'),
    object: nodeOf(claim, 'object'),
    named: claim,
  }));
  return conflictsIn(ofNodes).map(({ about, relation, claims: stated }): NodeConflict => {
    const [first] = stated;
    const name = first?.subject === about ? first.named.subject : first?.named.object;
    return { node: about, about: name ?? '', relation, claims: stated.map(({ named }) => named) };
  });
}
