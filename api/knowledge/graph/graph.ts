/** The graph of a dataset in the contract: JSON node-link, in pages. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { aliasesOf, graphLinks, graphEntities, graphNodes } from '../../../domain/knowledge/graph/index.ts';
import { matchingDocument } from '../../../domain/knowledge/documents/index.ts';
import { ALIAS_RULES } from '../../../engines/knowledge/options.ts';
import { NextCursor, pageMembers, readPage } from '../../contract/page.ts';
import { List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { chunkSpan, datedEvidence, datedEvidenceOf } from '../shared/evidence.ts';
import { NameCursor, cursorOf, nameOf } from '../shared/name-cursor.ts';

const PAGES = { of: 'Nodes', usual: 100, most: 500 };

export const graphFilters = {
  document_id: Type.Optional(
    Text('Only what this document mentions and states.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd', {
      maxLength: 255,
      title: 'GraphDocument',
    }),
  ),
  node_set: Type.Optional(
    Text('Only what documents of this node set mention and state.', 'contracts', {
      maxLength: 255,
      title: 'GraphNodeSet',
    }),
  ),
};

export const GraphQuery = Type.Object(
  { ...pageMembers(PAGES, NameCursor), ...graphFilters },
  { additionalProperties: false },
);
export type GraphQuery = Static<typeof GraphQuery>;

const GraphAlias = Named('KnowledgeGraphAlias', 'Another name of an entity, and where a chunk shows that it is one.', {
  name: Text('Its normal form.', 'fb'),
  rule: Word(
    [...ALIAS_RULES, 'correction'],
    'Why it is the same entity (docs/knowledge.md). `correction`: it was decided (docs/knowledge-entities.md).',
  ),
  correction_id: Nullable(Text('The decision, of the rule `correction`; `null` otherwise.', '17')),
  scope: Word(
    ['dataset', 'document'],
    'Where it stands for the entity: in all documents, or only in those that show the alias.',
  ),
  document_id: Text('The document of the chunk.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('A chunk that shows it; of the rule `correction`, one that mentions it.', '4712'),
  span: chunkSpan,
});

const GraphNode = Named('KnowledgeGraphNode', 'An entity.', {
  id: Text('The entity.', '4711'),
  name: Text('Its normal form.', 'finance board'),
  label: Text('Its spelling in a chunk.', 'Finance Board'),
  type: Nullable(Text('Type that a language model found or that a record has; `null` without one.', 'organization')),
  sense: Nullable(
    Whole('Which of several entities of this name it is, from 2; `null` for the first, or the only one.', 2),
  ),
  chunks: Whole('Chunks that mention it, by any of its names.', 3),
  aliases: List(GraphAlias, 'Its other names, at most 20.'),
});

const GraphEvidence = Named('KnowledgeGraphEvidence', 'Where a chunk states a fact, and when it held.', {
  ...datedEvidence,
  document_id: Text('The document of the chunk.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
});

const GraphLink = Named('KnowledgeGraphLink', 'A fact: two entities and their relation.', {
  id: Text('The fact.', '815'),
  source: Text('The subject: a node of this page.', '4711'),
  target: Text('The object: a node of this or another page.', '4712'),
  target_name: Text('Normal form of the object.', 'travel expenses'),
  predicate: Text('The relation.', 'approves'),
  evidence: List(GraphEvidence, 'At most 20.'),
});

export const KnowledgeGraph = Named('KnowledgeGraph', 'A page of the part of a graph that you may read.', {
  nodes: List(GraphNode, 'Entities.'),
  links: List(GraphLink, 'Facts whose subject is one of the nodes.'),
  next_cursor: NextCursor,
});
export type KnowledgeGraph = Static<typeof KnowledgeGraph>;

export async function graphPage(
  services: Services,
  caller: Caller,
  datasetId: string,
  { limit = PAGES.usual, cursor = '', document_id: documentId, node_set: nodeSet }: GraphQuery,
): Promise<KnowledgeGraph> {
  const {
    database,
    dataset: { id },
  } = await readableDataset(services, caller, datasetId);
  const matching = matchingDocument(caller, { documentId, nodeSet });
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => graphEntities(database, id, matching, nameOf(cursor), take),
    (last) => cursorOf(last.name),
  );
  const entities = rows.map((entity) => entity.id);
  const aliases = await aliasesOf(database, id, matching, entities);
  const nodes = await graphNodes(database, matching, entities, aliases);
  const sources = nodes.map((node) => node.id);
  const links = await graphLinks(database, id, matching, sources, aliases);
  return {
    nodes: nodes.map(({ aliases: names, ...node }) => ({
      ...node,
      aliases: names.map(({ isEverywhere, start, end, correction = null, ...alias }) => ({
        ...alias,
        correction_id: correction,
        scope: isEverywhere ? 'dataset' : 'document',
        span: [start, end],
      })),
    })),
    links: links.map(({ evidence, targetName, ...link }) => ({
      ...link,
      target_name: targetName,
      evidence: evidence.map(({ documentId, ...stated }) => ({ document_id: documentId, ...datedEvidenceOf(stated) })),
    })),
    next_cursor,
  };
}
