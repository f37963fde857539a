/** The result of a knowledge job of any kind. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Flag, Id, List, Named, Nullable, Text, Whole } from '../../../contract/schema.ts';
import { JobErrorSchema } from '../../../jobs/schemas.ts';
import { ModelEstimate, estimatedUsd } from '../../shared/model-estimate.ts';

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
      'Chunks that were skipped, by reason (docs/knowledge.md). Their entities and facts are found by rules; ' +
      'the next Cognify tries again.',
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
      'Communities that were skipped, by reason (docs/knowledge.md). They keep the summary of sentences; the ' +
      'next job tries again, except for `unsupported`: the passages bore out no sentence.',
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
    'Number of its chunks whose names and facts could not be read. They are found, but lead to no other ' +
      'passages. 0: the document could not be cut; the chunks of its earlier content stay.',
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
    'Of a Memify job `communities` with `dry_run`: what descriptions would take; `null` when no language model ' +
      'would be asked.',
  ),
  counts: Counts,
  extraction: Nullable(KnowledgeExtraction, 'Only for Cognify jobs and `coding_rules` with a language model.'),
  descriptions: Nullable(KnowledgeDescriptions, 'Only for Memify jobs `communities` with a language model.'),
  inputs: List(
    InputOutcome,
    'Only for Add jobs, in the order of the inputs; empty for other kinds. Inputs whose document you may not ' +
      'read are left out.',
  ),
  refused: List(
    RefusedDocument,
    'Documents with chunks or facts that the embedding model refused, at most 100, of those that you may read; ' +
      '`counts` has all chunks and facts.',
  ),
  skipped: List(
    SkippedDocument,
    'Documents that a Cognify job skipped, at most 100, of those that you may read; `counts` has the number of all.',
  ),
});
export type KnowledgeJobResult = Static<typeof KnowledgeJobResult>;
