/** The graph of a dataset: pages of it, files, and what in it contradicts itself. */
import type { TSchema } from 'typebox';
import { FILE_FORMATS } from '../../../domain/knowledge/graph/index.ts';
import type { FileFormat } from '../../../domain/knowledge/graph/index.ts';
import { TURNS_AT_ONCE, turnsOfPage } from '../../contract/cost.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { ResponseSpec, Route } from '../../contract/route.ts';
import { AnyObject, PurposeHeaders, Text } from '../../contract/schema.ts';
import { DatasetId } from '../shared/path-parameters.ts';
import { ConflictQuery, KnowledgeConflictList, conflictPage } from './conflicts.ts';
import { graphFileQuery, graphFileStream } from './files.ts';
import { GraphQuery, KnowledgeGraph, graphPage } from './graph.ts';

const tag = 'Knowledge';

const getGraph = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/graph',
  operationId: 'getKnowledgeGraph',
  tag,
  summary: 'Entities and facts of a dataset',
  description: 'JSON node-link, in pages of nodes. Each fact cites the chunks that state it.',
  scope: 'knowledge:read',
  cost: ({ query: { limit = 100 } }) => turnsOfPage(limit, 500, 8),
  params: DatasetId,
  headers: PurposeHeaders,
  query: GraphQuery,
  responses: { 200: { description: 'A page.', schema: KnowledgeGraph } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await graphPage(services, identity, params.datasetId, query)),
});

interface GraphFileRoute {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: TSchema;
}

function graphFileRoute(format: FileFormat, { schema, ...about }: GraphFileRoute): Route {
  const { mediaType, limits } = FILE_FORMATS[format];
  const file: ResponseSpec = { description: 'The file.', contentType: mediaType, schema };
  return defineRoute({
    method: 'GET',
    path: `/v1/knowledge/datasets/{datasetId}/graph.${format}`,
    ...about,
    tag,
    scope: 'knowledge:read',
    cost: ({ query: { limit = limits.nodes } }) => turnsOfPage(limit, limits.nodes, TURNS_AT_ONCE),
    params: DatasetId,
    headers: PurposeHeaders,
    query: graphFileQuery(format),
    responses: { 200: file },
    handler: async ({ params, query, identity }, services) => {
      const stream = await graphFileStream(services, identity, params.datasetId, format, query);
      return reply(200, stream, { 'Content-Type': `${mediaType}; charset=utf-8` });
    },
  });
}

const graphFiles = [
  graphFileRoute('html', {
    operationId: 'getKnowledgeGraphPage',
    summary: 'The graph of a dataset as a page',
    description:
      'One file for a browser, which loads nothing: a picture with communities in colour, a search, ' +
      'neighbours, and with each fact the passages that state it. It says what its limits left out.',
    schema: Text('An HTML page.', '<!doctype html><html lang="en">…</html>'),
  }),
  graphFileRoute('graphml', {
    operationId: 'getKnowledgeGraphMl',
    summary: 'The graph of a dataset as GraphML',
    description:
      'For Gephi, yEd, NetworkX and others. `nodes_left_out` and `links_left_out` of the graph say what the ' +
      'limits left out.',
    schema: Text('A GraphML document.', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">…</graphml>'),
  }),
  graphFileRoute('jsonld', {
    operationId: 'getKnowledgeGraphJsonLd',
    summary: 'The graph of a dataset as JSON-LD',
    description:
      'A named graph of entities and facts, each fact with its evidence. `nodes_left_out` and `links_left_out` ' +
      'say what the limits left out.',
    schema: AnyObject('A JSON-LD document.', { '@id': 'urn:tidemill:dataset:dset_01k9zt6v3c8wq4m2n7r5x0ybhd' }),
  }),
];

const listConflicts = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/graph/conflicts',
  operationId: 'listKnowledgeConflicts',
  tag,
  summary: 'Contradicting statements of a dataset',
  description: 'Statements side by side with their sources, as far as you may read them (docs/knowledge-time.md).',
  scope: 'knowledge:read',
  cost: () => 8,
  params: DatasetId,
  headers: PurposeHeaders,
  query: ConflictQuery,
  responses: { 200: { description: 'A page.', schema: KnowledgeConflictList } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await conflictPage(services, identity, params.datasetId, query)),
});

export const graphRoutes: readonly Route[] = [getGraph, ...graphFiles, listConflicts];
