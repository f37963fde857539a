/** Knowledge jobs in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { INPUT_TYPES } from '../../domain/knowledge/documents.ts';
import { NODE_TYPES } from '../../domain/knowledge/memify/nodes.ts';
import { MEMIFY_PIPELINES } from '../../domain/knowledge/memify/pipelines.ts';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../../engines/knowledge/options.ts';
import { Flag, Id, KeptObject, List, Named, Nullable, Text, Whole, Word } from '../contract/schema.ts';
import { JobErrorSchema, Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';
import { datasetSelector } from './dataset-schemas.ts';
import { SessionId } from './search-schemas.ts';

const common = {
  ...datasetSelector,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
};

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
      Text('Name for people. A text with the label of an earlier one replaces it.', 'travel-policy', {
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
        Flag('Unify line ends, Unicode forms and blank lines of texts. Default true.', true),
      ),
      incremental: Type.Optional(Flag('Leave documents alone whose content has not changed. Default true.', true)),
    }),
  ),
});
export type AddRequest = Static<typeof AddRequest>;

const EXTRACTORS = ['auto', 'rules'] as const;

export const CognifyRequest = Named('KnowledgeCognifyRequest', 'A dataset whose documents are to be cognified.', {
  ...common,
  incremental_loading: Type.Optional(Flag('Reuse everything that has not changed. Default true.', true)),
  extractor: Type.Optional(
    Word(
      EXTRACTORS,
      'What finds entities and facts: `auto` (default), a language model where one has the role `extract`; `rules`, never a model.',
    ),
  ),
  graph_prompt_profile: Type.Optional(
    Text(
      'What a language model is asked to extract: `simple`, `default` (the default), or a profile of the operator.',
      'default',
      { minLength: 1, maxLength: 63 },
    ),
  ),
  max_cost_usd: Type.Optional(
    Type.Number({
      description: 'The language model is asked no more when the job would cost more, in US dollars. Default no limit.',
      minimum: 0,
      examples: [2.5],
    }),
  ),
  max_tokens: Type.Optional(
    Whole('The same for tokens of the language model, input and output together. Default no limit.', 500_000),
  ),
  chunking: Type.Optional(
    Named('KnowledgeChunking', 'How documents are cut into chunks.', {
      enabled: Type.Optional(
        Flag('`false`: each document is one chunk, as far as the model can read it. Default true.', true),
      ),
      strategy: Type.Optional(
        Word(
          CHUNK_STRATEGIES,
          '`semantic` (default): headings, blocks, sentences; `sentence`: sentences; `fixed`: words.',
        ),
      ),
      target_tokens: Type.Optional(
        Whole(`Limit of a chunk. Default ${DEFAULT_CHUNK_RULES.target_tokens}.`, 256, { minimum: 32, maximum: 2048 }),
      ),
      overlap_tokens: Type.Optional(
        Whole('How much of the previous chunk is repeated; less than half of `target_tokens`. Default 0.', 0, {
          maximum: 1024,
        }),
      ),
      max_chunks: Type.Optional(
        Whole(`Chunks of one document; the rest is left out. Default ${DEFAULT_CHUNK_RULES.max_chunks}.`, 10_000, {
          minimum: 1,
          maximum: 100_000,
        }),
      ),
    }),
  ),
});
export type CognifyRequest = Static<typeof CognifyRequest>;

export const MemifyRequest = Named('KnowledgeMemifyRequest', 'A dataset whose graph is to be enriched.', {
  ...common,
  pipeline: Type.Optional(
    Word(
      MEMIFY_PIPELINES,
      'What is done. `coding_rules` (default): rules about code that documents state are found. `triplet_embeddings`: each fact gets a vector, so that the search type `TRIPLETS` finds it. `session_persistence`: your sessions become documents.',
    ),
  ),
  node_type: Type.Optional(Word(NODE_TYPES, 'What `node_names` are names of. Default `document`.')),
  node_names: Type.Optional(
    List(
      Text('Identifier, label or title of a document, or name of an entity.', 'travel-policy', {
        minLength: 1,
        maxLength: 255,
      }),
      'Work on these alone. Default: on the whole dataset. Not of `session_persistence`.',
      { minItems: 1, maxItems: 100, uniqueItems: true, examples: [['travel-policy']] },
    ),
  ),
  session_ids: Type.Optional(
    List(
      SessionId,
      'Of `session_persistence`: your sessions that become documents. Default: those that found something in the dataset.',
      { minItems: 1, maxItems: 1000, uniqueItems: true, examples: [['travel-questions']] },
    ),
  ),
});
export type MemifyRequest = Static<typeof MemifyRequest>;

const Counts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Counts of the job by name.',
  examples: [{ documents: 12, chunks_added: 340 }],
});

const InputOutcome = Named('KnowledgeInputOutcome', 'What became of one input.', {
  index: Whole('Position among the inputs, from 0.', 0),
  input_type: Text('Kind of the input.', 'text'),
  label: Nullable(Text('Its label.', 'travel-policy')),
  outcome: Text('`added`, `updated`, `unchanged` or `failed`.', 'added'),
  document_id: Nullable(Text('The document that it became.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  parse_job_id: Nullable(Text('The job that parsed it.', 'job_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  error: Nullable(JobErrorSchema),
});

const KnowledgeExtraction = Named(
  'KnowledgeExtraction',
  'What became of the chunks that a language model was to read.',
  {
    model: Text('Name of the model in the settings.', 'main'),
    graph_prompt_profile: Text('What it was asked to extract.', 'default'),
    chunks: Whole('Chunks that were extracted or skipped.', 340),
    extracted: Whole('Chunks whose entities and facts are the model’s.', 338),
    skipped: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Chunks whose entities and facts are found by rules, by reason: docs/knowledge.md. The next Cognify tries again.',
      examples: [{ json: 1, no_answer: 1 }],
    }),
    entities_dropped: Whole('Names that the model gave and the text of the chunk does not have.', 3),
    facts_dropped: Whole('Facts without a place in the text that has both names.', 5),
    chunks_left: Whole('Chunks of the dataset that are still to be extracted.', 0),
    stopped_by: Nullable(Text('`max_cost_usd` or `max_tokens`; `null` when the job came to its end.', 'max_tokens')),
  },
);
const RefusedDocument = Named('KnowledgeRefusedDocument', 'A document with chunks that the embedding model refused.', {
  document_id: Id('doc', 'The document.'),
  chunks: Whole('How many of its chunks have no vector. They are found by their words.', 1),
});

export const KnowledgeJobResult = Named('KnowledgeJobResult', 'Result of a knowledge job of any kind.', {
  job_id: Id('job', 'The job.'),
  kind: Text(
    '`knowledge.add`, `knowledge.cognify`, `knowledge.embed`, `knowledge.memify` or `knowledge.delete`.',
    'knowledge.cognify',
  ),
  dataset_id: Id('dset', 'The dataset.'),
  counts: Counts,
  extraction: Nullable(KnowledgeExtraction, 'Of a Cognify job that had a language model read chunks.'),
  inputs: List(InputOutcome, 'Of an Add job, in the order of its inputs; empty for other kinds.'),
  refused: List(
    RefusedDocument,
    'Documents with chunks that the embedding model refused in a Cognify job, at most 100; `counts` has all chunks.',
  ),
});
export type KnowledgeJobResult = Static<typeof KnowledgeJobResult>;
