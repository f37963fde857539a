/** The graph of a dataset as one file: for people as a page, for programs as GraphML and JSON-LD. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { FILE_FORMATS, graphText } from '../../../domain/knowledge/graph/index.ts';
import type { FileFormat } from '../../../domain/knowledge/graph/index.ts';
import { matchingDocument } from '../../../domain/knowledge/documents/index.ts';
import { Whole } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { graphFilters } from './graph.ts';

/** The query for a file of at most so many nodes. */
export function graphFileQuery(format: FileFormat) {
  const { nodes, links } = FILE_FORMATS[format].limits;
  const limit = Whole(
    `Nodes at most: those that most chunks mention. Default ${nodes}. Of the facts between them, at most ${links}.`,
    nodes,
    { minimum: 1, maximum: nodes, title: `GraphNodes${nodes}` },
  );
  return Type.Object({ limit: Type.Optional(limit), ...graphFilters }, { additionalProperties: false });
}
type GraphFileQuery = Static<ReturnType<typeof graphFileQuery>>;

/** The file, which is made while it is sent. */
export async function graphFileStream(
  services: Services,
  caller: Caller,
  datasetId: string,
  format: FileFormat,
  { limit, document_id: documentId, node_set: nodeSet }: GraphFileQuery,
): Promise<Readable> {
  const {
    database,
    dataset: { id, displayName },
  } = await readableDataset(services, caller, datasetId);
  const matching = matchingDocument(caller, { documentId, nodeSet });
  return Readable.from(await graphText(database, caller, { id, name: displayName }, matching, format, limit));
}
