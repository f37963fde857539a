/** Contradictions in the graph of a dataset, in pages. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { graphConflicts } from '../../../domain/knowledge/graph/index.ts';
import { matchingDocument } from '../../../domain/knowledge/documents/index.ts';
import { NextCursor, pageMembers } from '../../contract/page.ts';
import { List, Named, Text } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { conflictMembers, conflictOf } from './claims.ts';
import { NameCursor, cursorOf, nameOf } from '../shared/name-cursor.ts';
import { graphFilters } from './graph.ts';

const PAGES = { of: 'Entities whose conflicts are shown', usual: 100, most: 500 };

export const ConflictQuery = Type.Object(
  { ...pageMembers(PAGES, NameCursor), ...graphFilters },
  { additionalProperties: false },
);

const GraphConflict = Named('KnowledgeGraphConflict', 'What documents state that cannot all hold.', {
  node_id: Text('The node of the graph that has several values.', '4711'),
  ...conflictMembers,
});

export const KnowledgeConflictList = Named('KnowledgeConflictList', 'A page of conflicts.', {
  items: List(GraphConflict, 'In the order of the names of their nodes. A page may have none, and others follow.'),
  next_cursor: NextCursor,
});

export async function conflictPage(
  services: Services,
  caller: Caller,
  datasetId: string,
  { limit = PAGES.usual, cursor = '', document_id: documentId, node_set: nodeSet }: Static<typeof ConflictQuery>,
): Promise<Static<typeof KnowledgeConflictList>> {
  const {
    database,
    dataset: { id },
  } = await readableDataset(services, caller, datasetId);
  const matching = matchingDocument(caller, { documentId, nodeSet });
  const { conflicts, last } = await graphConflicts(database, id, matching, nameOf(cursor), limit);
  const items = conflicts.map(({ node, ...conflict }) => ({ node_id: node, ...conflictOf(conflict) }));
  return { items, next_cursor: last === null ? null : cursorOf(last) };
}
