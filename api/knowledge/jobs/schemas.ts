/** Knowledge jobs in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { INPUT_TYPES } from '../../../domain/knowledge/documents.ts';
import { NODE_TYPES } from '../../../domain/knowledge/memify/nodes.ts';
import { MERGE_THRESHOLD } from '../../../domain/knowledge/corrections/reasons.ts';
import { MEMIFY_PIPELINES } from '../../../domain/knowledge/memify/pipelines.ts';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../../../engines/text/options.ts';
import { Decimal, Flag, Id, KeptObject, List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import { JobErrorSchema, Priority } from '../../jobs/schemas.ts';
import { WebhookRequest } from '../../webhook/schemas.ts';
import { datasetSelector } from '../datasets/schemas.ts';
import { ModelEstimate, estimatedUsd } from '../model-estimate.ts';
import { SessionId } from '../search/schemas.ts';

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
          'Make records of the rows of tables in CSV, TSV, spreadsheets, JSON and Markdown: each is a chunk and a typed entity. Default false.',
          true,
        ),
      ),
      incremental: Type.Optional(
        Flag('Keep the chunks of documents whose content has not changed. Default true.', true),
      ),
      persist_source_copy: Type.Optional(
        Flag(
          'Keep the original bytes with the dataset: `source_link` of the document reads them. An input whose bytes are no longer stored fails with `source_unavailable`. Default false.',
          true,
        ),
      ),
    }),
  ),
});
export type AddRequest = Static<typeof AddRequest>;

const EXTRACTORS = ['auto', 'rules'] as const;

const modelLimits = {
  max_cost_usd: Type.Optional(
    Type.Number({
      description: 'Maximum model cost of the job, in US dollars. Default no limit.',
      minimum: 0,
      examples: [2.5],
    }),
  ),
  max_tokens: Type.Optional(
    Whole('Maximum tokens of the language model, input and output together. Default no limit.', 500_000),
  ),
};

export const CognifyRequest = Named('KnowledgeCognifyRequest', 'A Cognify job for a dataset.', {
  ...common,
  dry_run: Type.Optional(
    Flag(
      'Estimate only: nothing is written, no model is called, and the result has an `estimate`. Not with `max_cost_usd` or `max_tokens`. Default false.',
      false,
    ),
  ),
  incremental_loading: Type.Optional(Flag('Reuse everything that has not changed. Default true.', true)),
  extractor: Type.Optional(
    Word(
      EXTRACTORS,
      'How entities and facts are found. `auto` (default): by a language model if one has the role `extract`, otherwise by rules. `rules`: by rules only.',
    ),
  ),
  graph_prompt_profile: Type.Optional(
    Text(
      'What the language model extracts: `simple`, `default` (the default), or a profile that the operator has configured.',
      'default',
      { minLength: 1, maxLength: 63 },
    ),
  ),
  ...modelLimits,
  chunking: Type.Optional(
    Named('KnowledgeChunking', 'How documents are cut into chunks.', {
      enabled: Type.Optional(
        Flag(
          '`false`: the beginning of each document, as much as the embedding model takes and at most 2,048 tokens, is its only chunk. Default true.',
          true,
        ),
      ),
      strategy: Type.Optional(
        Word(
          CHUNK_STRATEGIES,
          'Where to cut. `semantic` (default): at headings, blocks and sentences; `sentence`: between sentences; `fixed`: between words.',
        ),
      ),
      target_tokens: Type.Optional(
        Whole(`Maximum size of a chunk, in estimated tokens. Default ${DEFAULT_CHUNK_RULES.target_tokens}.`, 256, {
          minimum: 32,
          maximum: 2048,
        }),
      ),
      overlap_tokens: Type.Optional(
        Whole('Tokens of the previous chunk to repeat; less than half of `target_tokens`. Default 0.', 0, {
          maximum: 1024,
        }),
      ),
      max_chunks: Type.Optional(
        Whole(
          `Maximum chunks per document; the rest of the document is left out. Default ${DEFAULT_CHUNK_RULES.max_chunks}.`,
          10_000,
          {
            minimum: 1,
            maximum: 100_000,
          },
        ),
      ),
    }),
  ),
});
export type CognifyRequest = Static<typeof CognifyRequest>;

export const MemifyRequest = Named('KnowledgeMemifyRequest', 'A Memify job for a dataset.', {
  ...common,
  pipeline: Type.Optional(
    Word(
      MEMIFY_PIPELINES,
      'What the job does. `coding_rules` (default): finds the rules about code that documents state. `triplet_embeddings`: each fact gets a vector, so that the search type `TRIPLETS` finds it. `session_persistence`: your sessions become documents. `consolidate_entities`: names that are likely to be one entity’s are merged. `communities`: groups entities that belong together, and summarizes each group; a language model also describes it.',
    ),
  ),
  threshold: Type.Optional(
    Decimal(
      `Only with \`consolidate_entities\`: the lowest score of a merge (docs/knowledge-entities.md). Default ${MERGE_THRESHOLD}.`,
      MERGE_THRESHOLD,
      { minimum: 0.5, maximum: 1 },
    ),
  ),
  dry_run: Type.Optional(
    Flag(
      'Only with `consolidate_entities`, whose merges are then counted and not made, and `communities`: what would change is counted, no model is called, and the result has a `model_estimate`. Default false.',
      false,
    ),
  ),
  extractor: Type.Optional(
    Word(
      EXTRACTORS,
      'Only with `coding_rules` and `communities`: whether a language model finds the rules, or describes the communities. `auto` (default): if one has the role `extract`. `rules`: no; rules are found by their words, and a summary has sentences of documents only.',
    ),
  ),
  ...modelLimits,
  node_type: Type.Optional(Word(NODE_TYPES, 'What `node_names` refers to. Default `document`.')),
  node_names: Type.Optional(
    List(
      Text('Identifier, label or title of a document, or name of an entity.', 'travel-policy', {
        minLength: 1,
        maxLength: 255,
      }),
      'Limit the job to these. Default: the whole dataset. Only with `coding_rules` and `triplet_embeddings`.',
      { minItems: 1, maxItems: 100, uniqueItems: true, examples: [['travel-policy']] },
    ),
  ),
  session_ids: Type.Optional(
    List(
      SessionId,
      'Only with `session_persistence`: your sessions to make documents of. Default: those that found something in the dataset.',
      { minItems: 1, maxItems: 1000, uniqueItems: true, examples: [['travel-questions']] },
    ),
  ),
});
export type MemifyRequest = Static<typeof MemifyRequest>;

const Counts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Counts of the job by name.',
  examples: [{ documents: 12, chunks_added: 340 }],
});

const InputOutcome = Named('KnowledgeInputOutcome', 'Outcome of one input.', {
  index: Whole('Position among the inputs, from 0.', 0),
  input_type: Text('Kind of the input.', 'text'),
  label: Nullable(Text('Its label.', 'travel-policy')),
  outcome: Text('`added`, `updated`, `unchanged` or `failed`.', 'added'),
  document_id: Nullable(Text('The document that it became.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  parse_job_id: Nullable(Text('The job that parsed it.', 'job_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  records: Nullable(Whole('Records that its tables become; `null` without `structured_ingest`.', 120)),
  note: Nullable(
    Text(
      'What the records are, or why there are none; `null` without `structured_ingest`.',
      '120 of type customer, named by name.',
    ),
  ),
  error: Nullable(JobErrorSchema),
});

const KnowledgeExtraction = Named('KnowledgeExtraction', 'What the language model extracted.', {
  model: Text('Name of the configured model.', 'main'),
  graph_prompt_profile: Nullable(Text('The profile that it used; `null` for rules about code.', 'default')),
  chunks: Whole('Chunks that were extracted or skipped.', 340),
  extracted: Whole('Chunks whose entities and facts the model found.', 338),
  skipped: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Chunks that were skipped, by reason (docs/knowledge.md). Their entities and facts are found by rules; the next Cognify tries again.',
    examples: [{ json: 1, no_answer: 1 }],
  }),
  entities_dropped: Whole('Names that were dropped because the text of the chunk does not contain them.', 3),
  facts_dropped: Whole('Facts that were dropped because no part of the text contains both names.', 5),
  rules_dropped: Whole('Rules about code that were dropped because the text does not contain their quotation.', 0),
  chunks_left: Whole('Chunks of the dataset that are still to be extracted.', 0),
  stopped_by: Nullable(
    Text('The limit that stopped extraction: `max_cost_usd` or `max_tokens`; `null` if none did.', 'max_tokens'),
  ),
});

const KnowledgeEstimate = Named(
  'KnowledgeEstimate',
  'What the job would do without `dry_run`, and what it would cost.',
  {
    documents: Whole('Documents that it would chunk.', 12),
    chunks: Whole('Chunks that it would embed and add.', 340),
    embedding: Named('KnowledgeEmbeddingEstimate', 'What it would take of the embedding model.', {
      model: Text('Name of the model in the settings.', 'vectors'),
      tokens: Whole('Estimated tokens.', 81_000),
      usd: estimatedUsd,
    }),
    extraction: Nullable(
      Named('KnowledgeExtractionEstimate', 'What it would take of the language model.', {
        model: Text('Name of the model in the settings.', 'main'),
        graph_prompt_profile: Text('What it would be asked to extract.', 'default'),
        calls: Whole('One for each chunk that it would read. Repairs of broken output are not included.', 340),
        input_tokens: Whole('Estimated tokens of the requests.', 240_000),
        output_tokens: Whole('Estimated tokens of the answers.', 120_000),
        usd: estimatedUsd,
      }),
      '`null` when no language model would read chunks.',
    ),
  },
);

const KnowledgeDescriptions = Named('KnowledgeDescriptions', 'What the language model described.', {
  model: Text('Name of the configured model.', 'main'),
  described: Whole('Communities that the model described.', 34),
  skipped: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Communities that were skipped, by reason (docs/knowledge.md). They keep the summary of sentences; the next job tries again.',
    examples: [{ json: 1 }],
  }),
  sentences_dropped: Whole('Sentences that were dropped because the passages do not bear them out.', 2),
  communities_left: Whole('Communities that are still to be described.', 0),
  stopped_by: Nullable(
    Text('The limit that stopped it: `max_cost_usd` or `max_tokens`; `null` if none did.', 'max_cost_usd'),
  ),
});

const RefusedDocument = Named('KnowledgeRefusedDocument', 'A document with texts that the embedding model refused.', {
  document_id: Id('doc', 'The document.'),
  chunks: Whole('Number of its chunks that were refused. They have no vector and are found by their words only.', 1),
  facts: Whole('Number of refused facts that it states. They have no vector, and `TRIPLETS` does not find them.', 0),
});
const SkippedDocument = Named('KnowledgeSkippedDocument', 'A document that exceeds what may be spent on one.', {
  document_id: Id('doc', 'The document.'),
  code: Text('`too_complex`: it takes too much processor time. `too_large`: it takes too much memory.', 'too_complex'),
  chunks_unread: Whole(
    'Number of its chunks whose names and facts could not be read. They are found, but lead to no other passages. 0: the document could not be cut; the chunks of its earlier content stay.',
    0,
  ),
});

export const KnowledgeJobResult = Named('KnowledgeJobResult', 'Result of a knowledge job of any kind.', {
  job_id: Id('job', 'The job.'),
  kind: Text(
    '`knowledge.add`, `knowledge.cognify`, `knowledge.embed`, `knowledge.memify` or `knowledge.delete`.',
    'knowledge.cognify',
  ),
  dataset_id: Id('dset', 'The dataset.'),
  dry_run: Flag('Whether the job only made an estimate.', false),
  estimate: Nullable(KnowledgeEstimate, 'Of a Cognify job with `dry_run`, whose `counts` are empty.'),
  model_estimate: Nullable(
    ModelEstimate,
    'Of a Memify job `communities` with `dry_run`: what descriptions would take; `null` when no language model would be asked.',
  ),
  counts: Counts,
  extraction: Nullable(KnowledgeExtraction, 'Only for Cognify jobs and `coding_rules` with a language model.'),
  descriptions: Nullable(KnowledgeDescriptions, 'Only for Memify jobs `communities` with a language model.'),
  inputs: List(
    InputOutcome,
    'Only for Add jobs, in the order of the inputs; empty for other kinds. Inputs whose document you may not read are left out.',
  ),
  refused: List(
    RefusedDocument,
    'Documents with chunks or facts that the embedding model refused, at most 100, of those that you may read; `counts` has all chunks and facts.',
  ),
  skipped: List(
    SkippedDocument,
    'Documents that a Cognify job skipped, at most 100, of those that you may read; `counts` has the number of all.',
  ),
});
export type KnowledgeJobResult = Static<typeof KnowledgeJobResult>;
