/** The request of an Add job. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { INPUT_TYPES } from '../../../../domain/knowledge/documents/index.ts';
import { Flag, Id, KeptObject, List, Named, Text, Word } from '../../../contract/schema.ts';
import { common } from './shared.ts';

const NodeSet = List(Text('Name of a node set.', 'contracts', { minLength: 1, maxLength: 255 }), 'Default none.', {
  title: 'NodeSet',
  maxItems: 100,
  uniqueItems: true,
  examples: [['contracts']],
});

/** Longest text of one input. */
const MAX_TEXT = 1_000_000;

export const AddInput = Named(
  'KnowledgeAddInput',
  'One input; `input_type` says which of the next four members it has.',
  {
    input_type: Word(INPUT_TYPES, 'Kind of the input.'),
    text: Type.Optional(
      Text('Text or Markdown.', '# Travel\n\nExpenses are approved by the finance board.', {
        minLength: 1,
        maxLength: MAX_TEXT,
      }),
    ),
    uri: Type.Optional(
      Text('Web address, fetched and parsed.', 'https://example.com/travel-policy', { maxLength: 2048 }),
    ),
    object_id: Type.Optional(Id('obj', 'Stored object, parsed.')),
    document_id: Type.Optional(Id('doc', 'Parsed document.')),
    label: Type.Optional(
      Text('Display name. A text replaces an earlier text with the same label.', 'travel-policy', {
        minLength: 1,
        maxLength: 255,
      }),
    ),
    node_set: Type.Optional(NodeSet),
    metadata: Type.Optional(KeptObject('Your metadata. Default none.', { year: 2026 })),
  },
);
export type AddInput = Static<typeof AddInput>;

export const AddRequest = Named('KnowledgeAddRequest', 'Inputs to add to a dataset as documents.', {
  ...common,
  inputs: List(AddInput, 'What to add.', { minItems: 1, maxItems: 500 }),
  options: Type.Optional(
    Named('KnowledgeAddOptions', 'How inputs are added.', {
      normalize_text: Type.Optional(
        Flag('Normalize line endings, Unicode forms and blank lines of texts. Default true.', true),
      ),
      structured_ingest: Type.Optional(
        Flag(
          'Make records of the rows of tables in CSV, TSV, spreadsheets, JSON and Markdown: each is a chunk ' +
            'and a typed entity. Default false.',
          true,
        ),
      ),
      incremental: Type.Optional(
        Flag('Keep the chunks of documents whose content has not changed. Default true.', true),
      ),
      persist_source_copy: Type.Optional(
        Flag(
          'Keep the original bytes with the dataset: `source_link` of the document reads them. An input whose ' +
            'bytes are no longer stored fails with `source_unavailable`. Default false.',
          true,
        ),
      ),
    }),
  ),
});
export type AddRequest = Static<typeof AddRequest>;
