/** The chunks of a document in the contract. */
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { findDataset } from '../../../domain/knowledge/datasets/datasets.ts';
import { listChunks } from '../../../domain/knowledge/documents/chunks.ts';
import { findDocument } from '../../../domain/knowledge/documents/documents.ts';
import { pageOf, pageQuery, readPage } from '../../contract/page.ts';
import { Named, Nullable, Text, Whole } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { Span } from '../shared/span.ts';

const LIMIT = 20;
export const ChunkPage = pageQuery('Chunks', LIMIT, 100);

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
  ...pageOf(KnowledgeChunk, 'The chunks, in the order of the document. `span` is in its Markdown.', '19'),
});

/** A page of the chunks of a document that the caller may read; none before the first Cognify. */
export async function chunkPage(
  { database }: Services,
  caller: Caller,
  place: { readonly datasetId: string; readonly documentId: string },
  { limit = LIMIT, cursor }: Static<typeof ChunkPage>,
): Promise<Static<typeof KnowledgeChunkList>> {
  const { id } = await findDataset(database, caller, { dataset_id: place.datasetId });
  const document = await findDocument(database, caller, id, place.documentId);
  const after = cursor === undefined ? -1 : Number(cursor);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listChunks(database, document.id, after, take),
    (last) => String(last.ordinal),
  );
  return {
    items: rows.map(({ id: chunk, body, start, end, pageFrom, pageTo, ordinal, heading, tokens }) => ({
      chunk_id: String(chunk),
      ordinal,
      heading,
      text: body,
      span: [start, end],
      page_from: pageFrom,
      page_to: pageTo,
      tokens,
    })),
    next_cursor,
  };
}
