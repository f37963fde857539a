/** Orders of synthetic data in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Decimal, Flag, Id, List, Named, Text, Whole, Word } from '../contract/schema.ts';
import { ENGINE_IDS } from '../../engines/synthesis/catalog.ts';
import { Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';
import { EvalDatasetKey } from '../evaluation/datasets/schemas.ts';
import { SynthesisDataset, SynthesisInput } from './input-schemas.ts';
import { MOST_ITEMS, SynthesisOptions } from './options-schemas.ts';

const request = {
  name: Type.Optional(Text('Your name of the run.', 'smoke test', { maxLength: 255 })),
  engine_id: Type.Optional(
    Word(
      ['auto', ...ENGINE_IDS],
      '`auto` (default): `schema_rows` with `tables`, `tool_calls` with `tools`, `evolve` with `evolve`, ' +
        '`conversation` with `personas`, `perturb` with `perturbations`, else `grounded_qa`.',
      { title: 'SynthesisEngineId' },
    ),
  ),
  generator: Type.Optional(
    Text(
      'Who makes the items: `rules`, or the name of a language model. Default: the model of the role ' +
        '`generate`, if there is one and the engine can use it, otherwise `rules`.',
      'main',
      { title: 'SynthesisGenerator', minLength: 1, maxLength: 100 },
    ),
  ),
  max_cost_usd: Type.Optional(
    Decimal('What language models may cost, in US dollars. Default no limit.', 2.5, { minimum: 0 }),
  ),
  max_tokens: Type.Optional(
    Whole('Tokens that language models may take, input and output together. Default no limit.', 500_000),
  ),
  count: Type.Optional(
    Whole('Items that are wanted. Tables have counts of their own.', 50, { minimum: 1, maximum: MOST_ITEMS }),
  ),
  seed: Type.Optional(
    Whole('Decides all that no model decides: equal requests give equal items. Default 1.', 1, {
      minimum: 0,
      maximum: 2 ** 31 - 1,
    }),
  ),
  closed_book: Type.Optional(
    Flag(
      'Whether a model of the role `judge` is asked questions without their passages, to reject those that it ' +
        'knows. Default: if a model makes them.',
      true,
    ),
  ),
  exclude_datasets: Type.Optional(
    List(
      Named('SynthesisExcludedDataset', 'An evaluation dataset whose words items must not have.', {
        dataset_id: Type.Optional(Id('evds', 'The dataset.')),
        dataset_key: Type.Optional(EvalDatasetKey),
        version: Type.Optional(Whole('The version. Default: the latest.', 1, { minimum: 1 })),
      }),
      'Evaluation datasets, each by `dataset_id` or `dataset_key`: an item that has 13 words in a row in ' +
        'common with a text of their rows, or asks what a shorter text is, is rejected as `contaminated`, with ' +
        'the entry as what is wrong. Needs the scope `eval:read`.',
      { title: 'SynthesisExcludedDatasets', minItems: 1, maxItems: 20 },
    ),
  ),
  formats: Type.Optional(
    List(
      Word(['jsonl', 'csv', 'parquet', 'chat_jsonl', 'knowledge_inputs'], 'A format of files.'),
      'Files of the items; default `jsonl`. CSV and Parquet have a file for each table; `chat_jsonl` has items ' +
        'as chats for fine-tuning: questions, conversations, instructions, and tool calls; `knowledge_inputs` ' +
        'has answered questions as inputs of Add.',
      { title: 'SynthesisFormats', minItems: 1, uniqueItems: true },
    ),
  ),
  input: Type.Optional(SynthesisInput),
  dataset: Type.Optional(SynthesisDataset),
  preview: Type.Optional(
    Whole('Makes only this many items, of each table; the result estimates what the whole order takes.', 3, {
      minimum: 1,
      maximum: 20,
    }),
  ),
  keep_rejected: Type.Optional(
    Flag('Whether items that were rejected are kept and shown, with the reason. Default `false`.', false),
  ),
  options: Type.Optional(SynthesisOptions),
};
export const SynthesisRequest = Named('SynthesisRequest', 'An order of synthetic data.', request);
export type SynthesisRequest = Static<typeof SynthesisRequest>;
export const SynthesisJobRequest = Named('SynthesisJobRequest', 'An order of synthetic data as a job.', {
  ...request,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type SynthesisJobRequest = Static<typeof SynthesisJobRequest>;
