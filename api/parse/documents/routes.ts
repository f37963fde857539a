/** Documents that parse jobs have made, in each of their formats. */
import { Type } from 'typebox';
import { findDocument } from '../../../domain/parse/documents.ts';
import { FORMATS } from '../../../engines/parse/options.ts';
import { safeDisposition, contentDisposition } from '../../../platform/content-disposition.ts';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { AnyObject, Text, Word, documentIdParameter, PurposeHeaders } from '../../contract/schema.ts';
import { INLINE_MARKDOWN_BYTES, presentDocument } from '../result.ts';
import { ParsedDocumentSchema } from '../schemas.ts';
import { DocumentBlocks } from './block-schemas.ts';
import { fileOf } from '../files.ts';

const tag = 'Parse';

const params = Type.Object(documentIdParameter);

const getDocument = defineRoute({
  method: 'GET',
  path: '/v1/documents/{documentId}',
  operationId: 'getDocument',
  tag,
  summary: 'A parsed document',
  description:
    'The document of a parse job, by its own identifier, with its metadata and the files of its formats. It is ' +
    'kept as long as its job. Documents of datasets are at /v1/knowledge.',
  scope: 'parse:read',
  cost: () => 1,
  params,
  headers: PurposeHeaders,
  responses: { 200: { description: 'The document.', schema: ParsedDocumentSchema } },
  handler: async ({ params: { documentId }, identity }, services) => {
    const row = await findDocument(services.database, identity, documentId);
    return reply(200, await presentDocument(services, row, INLINE_MARKDOWN_BYTES));
  },
});

const getContent = defineRoute({
  method: 'GET',
  path: '/v1/documents/{documentId}/content',
  operationId: 'getDocumentContent',
  tag,
  summary: 'A parsed document in one format',
  description:
    'The bytes of a file of the document, of any size. A format that the request of the job did not name in ' +
    '`options.formats` is 404 `format_not_made`.',
  scope: 'parse:read',
  cost: 'few_rows',
  params,
  query: Type.Object(
    {
      format: Type.Optional(Word(FORMATS, 'The format. Default `markdown`.')),
      name: Type.Optional(
        Text('Name of the file, for a format with several. Default: the first.', 'table-2.csv', { maxLength: 255 }),
      ),
    },
    { additionalProperties: false },
  ),
  headers: PurposeHeaders,
  responses: {
    200: {
      description: 'The file, of the type that the document lists for the format.',
      contentType: 'text/*',
      schema: Text('Markdown, HTML, plain text or CSV.', '# Report\n\nIn 2026 …\n'),
      also: {
        type: 'application/*',
        schema: Type.Union([DocumentBlocks, Type.String({ format: 'binary' })], {
          description: 'JSON for `blocks`, JSON lines or a ZIP archive.',
        }),
      },
    },
    404: problemAnswer('The document does not exist, belongs to another tenant, or was not made in this format.', [
      'not_found',
      'format_not_made',
    ]),
  },
  handler: async ({ params: { documentId }, query, identity }, services) => {
    const row = await findDocument(services.database, identity, documentId);
    const file = fileOf(row, query.format ?? 'markdown', query.name);
    return reply(200, await services.objects.getStream(file.key), {
      'Content-Type': file.media_type,
      'Content-Length': String(file.bytes),
      // HTML of a document is not a page of this service.
      'Content-Disposition': contentDisposition(safeDisposition('inline', file.media_type), file.name),
    });
  },
});

const SCHEMA = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...DocumentBlocks };

const getBlocksSchema = defineRoute({
  method: 'GET',
  path: '/v1/schemas/document-blocks.json',
  operationId: 'getDocumentBlocksSchema',
  tag,
  summary: 'JSON Schema of the format `blocks`',
  scope: 'public',
  cost: 'few_rows',
  responses: { 200: { description: 'The JSON Schema.', schema: AnyObject('A JSON Schema of draft 2020-12.') } },
  handler: async () => reply(200, SCHEMA),
});

export const documentRoutes: readonly Route[] = [getDocument, getContent, getBlocksSchema];
