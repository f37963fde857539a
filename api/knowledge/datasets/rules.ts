/** Rules about code that a dataset states, in the contract. */
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { listRules } from '../../../domain/knowledge/memify/coding-rules.ts';
import { pageOf, pageQuery, readPage } from '../../contract/page.ts';
import { Named, Text } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { Span } from '../shared/span.ts';

const LIMIT = 100;
export const RulePage = pageQuery('Rules', LIMIT, 500);

const KnowledgeRule = Named('KnowledgeRule', 'A rule about code that a document states.', {
  rule_id: Text('The rule.', '815'),
  kind: Text('`do`, `avoid`, or `prefer` (one thing instead of another).', 'avoid'),
  text: Text('The sentence that states it.', 'Never log secrets.'),
  heading: Text('Headings above the text.', 'Style guide › Logging'),
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The chunk.', '4712'),
  span: Span,
  extractor: Text('What found it: `rules`, or the name of the model.', 'rules'),
});

export const KnowledgeRuleList = Named('KnowledgeRuleList', 'A page of the rules that you may read.', {
  ...pageOf(KnowledgeRule, 'The rules.'),
});

export async function rulePage(
  services: Services,
  caller: Caller,
  datasetId: string,
  { limit = LIMIT, cursor = '0' }: Static<typeof RulePage>,
): Promise<Static<typeof KnowledgeRuleList>> {
  const {
    database,
    dataset: { id },
  } = await readableDataset(services, caller, datasetId);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listRules(database, caller, id, cursor, take),
    (last) => last.id,
  );
  return {
    items: rows.map(({ id: rule_id, kind, body, heading, documentId, chunk, start, end, extractor }) => ({
      rule_id,
      kind,
      heading,
      document_id: documentId,
      chunk_id: chunk,
      extractor,
      text: body.slice(start, end),
      span: [start, end],
    })),
    next_cursor,
  };
}
