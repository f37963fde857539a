/** Rules about code that a dataset states, in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../domain/identity/identity.ts';
import { findDataset } from '../../domain/knowledge/datasets.ts';
import { listRules } from '../../domain/knowledge/memify/coding-rules.ts';
import { readPage } from '../contract/page.ts';
import { List, Named, Nullable, RowCursor, Text, Whole } from '../contract/schema.ts';
import type { Services } from '../services.ts';
import { Span } from './search-schemas.ts';

export const RulePage = Type.Object(
  {
    limit: Type.Optional(Whole('Rules per page. Default 100.', 100, { minimum: 1, maximum: 500 })),
    cursor: Type.Optional(RowCursor),
  },
  { additionalProperties: false },
);

const KnowledgeRule = Named('KnowledgeRule', 'A rule about code that a document states.', {
  rule_id: Text('The rule.', '815'),
  kind: Text('`do`, `avoid`, or `prefer` (one thing instead of another).', 'avoid'),
  text: Text('The sentence that states it.', 'Never log secrets.'),
  heading: Text('Headings above the text.', 'Style guide › Logging'),
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The chunk.', '4712'),
  span: Span,
  extractor: Text('What found it: always `rules`.', 'rules'),
});

export const KnowledgeRuleList = Named('KnowledgeRuleList', 'A page of the rules that you may read.', {
  items: List(KnowledgeRule, 'The rules.'),
  next_cursor: Nullable(Text('Pass it as `cursor` for the next page; `null` on the last.', '4711')),
});

export async function rulePage(
  { fairReads }: Services,
  caller: Caller,
  datasetId: string,
  { limit = 100, cursor = '0' }: Static<typeof RulePage>,
): Promise<Static<typeof KnowledgeRuleList>> {
  const database = fairReads(caller.tenantId);
  const { id } = await findDataset(database, caller, { dataset_id: datasetId });
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listRules(database, caller, id, cursor, take),
    (last) => last.id,
  );
  return {
    items: rows.map(({ id: rule_id, kind, body, heading, documentId, chunk, start, end, extractor }) => ({
      ...{ rule_id, kind, heading, document_id: documentId, chunk_id: chunk, extractor },
      ...{ text: body.slice(start, end), span: [start, end] },
    })),
    next_cursor,
  };
}
