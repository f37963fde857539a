/** The chunks of a document in the contract. */
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { listChunks, findDocument } from '../../../domain/knowledge/documents/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { pageOf, pageQuery } from '../../contract/page.ts';
import { Named, Nullable, PurposeHeaders, Text, Whole } from '../../contract/schema.ts';
import { DocumentId } from '../shared/path-parameters.ts';
import { Span } from '../shared/span.ts';

const sizes = { of: 'Chunks', usual: 20, most: 100 };

const KnowledgeChunk = Named('KnowledgeChunk', 'A chunk of a document: a passage that a search can return.', {
  chunk_id: Text('The chunk, as in the results of a search and in the evidence of facts.', '4712'),
  ordinal: Whole('Its place among the chunks of the document, from 0.', 3),
  heading: Text('Headings above the text.', 'Travel › Approval'),
  text: Text('The text.', 'Expenses above 500 euros are approved by the finance board.'),
  span: Span,
  page_from: Nullable(Whole('First page; `null` if the source has no pages.', 2)),
  page_to: Nullable(Whole('Last page.', 2)),
  tokens: Whole('Estimated tokens.', 118),
});

export const KnowledgeChunkList = Named('KnowledgeChunkList', 'A page of chunks.', {
  ...pageOf(KnowledgeChunk, 'The chunks, in the order of the document. `span` is in its Markdown.'),
});

/** The chunks of a document that the caller may read; none before the first Cognify. */
export const listChunksRoute = listRoute({
  path: '/v1/knowledge/datasets/{datasetId}/documents/{documentId}/chunks',
  operationId: 'listKnowledgeChunks',
  tag: 'Knowledge',
  summary: 'Chunks of a document',
  scope: 'knowledge:read',
  cost: 4,
  params: DocumentId,
  headers: PurposeHeaders,
  query: pageQuery(sizes),
  sizes,
  page: KnowledgeChunkList,
  rows: async ({ params, query: { cursor = '-1' }, identity }, { database }, take) => {
    const { id } = await findDataset(database, identity, { dataset_id: params.datasetId });
    const document = await findDocument(database, identity, id, params.documentId);
    return listChunks(database, document.id, Number(cursor), take);
  },
  cursorOf: ({ ordinal }) => String(ordinal),
  items: (rows) =>
    rows.map(({ id: chunk, body, start, end, pageFrom, pageTo, ordinal, heading, tokens }) => ({
      chunk_id: String(chunk),
      ordinal,
      heading,
      text: body,
      span: [start, end],
      page_from: pageFrom,
      page_to: pageTo,
      tokens,
    })),
});
