/** Rules about code that a dataset states, in the contract. */
import type { Static } from 'typebox';
import { listRules } from '../../../domain/knowledge/memify/index.ts';
import type { StatedRule } from '../../../domain/knowledge/memify/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { pageOf, pageQuery } from '../../contract/page.ts';
import { Named, PurposeHeaders, Text } from '../../contract/schema.ts';
import { DatasetId } from '../shared/path-parameters.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { Span } from '../shared/span.ts';

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

const sizes = { of: 'Rules', usual: 100, most: 500 };

export const listRulesRoute = listRoute({
  path: '/v1/knowledge/datasets/{datasetId}/rules',
  operationId: 'listKnowledgeRules',
  tag: 'Knowledge',
  summary: 'Rules about code that the documents of a dataset state',
  description: 'The Memify pipeline `coding_rules` finds them.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: DatasetId,
  headers: PurposeHeaders,
  query: pageQuery(sizes),
  sizes,
  page: KnowledgeRuleList,
  rows: async ({ params, query: { cursor = '0' }, identity }, services, take) => {
    const { database, dataset } = await readableDataset(services, identity, params.datasetId);
    return listRules(database, identity, dataset.id, cursor, take);
  },
  cursorOf: ({ id }) => id,
  items: (rows) => rows.map(ruleOf),
});

function ruleOf(row: StatedRule): Static<typeof KnowledgeRule> {
  const { id, kind, body, heading, documentId, chunk, start, end, extractor } = row;
  return {
    rule_id: id,
    kind,
    heading,
    document_id: documentId,
    chunk_id: chunk,
    extractor,
    text: body.slice(start, end),
    span: [start, end],
  };
}
