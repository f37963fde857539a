/** Synthetic data in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ENGINE_IDS } from '../../engines/synthesis/catalog.ts';
import { PERTURBATION_NAMES, QUESTION_KINDS, REJECTIONS } from '../../engines/synthesis/options.ts';
import { AnyObject, Id, KeptObject, List, Named, Nullable, Text, Whole, Word } from '../contract/schema.ts';
import { Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';

const MOST_ITEMS = 100_000;
const MOST_SOURCES = 2000;
const LONGEST_TEXT = 100_000;

const number = (description: string, example: number, limits: object = {}) =>
  Type.Number({ description, examples: [example], ...limits });

const Table = Named('SynthesisTable', 'A table of rows.', {
  name: Text('Its name.', 'customers', { minLength: 1, maxLength: 63, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
  count: Whole('Rows.', 100, { minimum: 1, maximum: MOST_ITEMS }),
  schema: KeptObject('JSON Schema 2020-12 of a row, which is an object.', {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' } },
  }),
  columns: Type.Optional(
    KeptObject('Rules by column, see docs/synthesis.md. A column without one follows its schema.', {
      id: { rule: 'sequence', start: 1, step: 1 },
    }),
  ),
  unique: Type.Optional(
    List(
      List(Text('A column.', 'id'), 'Columns whose values together differ in all rows.', { minItems: 1, maxItems: 5 }),
      'What is different in all rows.',
      { maxItems: 10 },
    ),
  ),
  constraints: Type.Optional(
    List(
      Named('SynthesisConstraint', 'What must hold between two columns of a row.', {
        left: Text('A column.', 'ends_at'),
        comparison: Text('`<`, `<=`, `=`, `!=`, `>=` or `>`.', '>='),
        right: Text('A column.', 'starts_at'),
      }),
      'What must hold in each row.',
      { maxItems: 50 },
    ),
  ),
});

const Context = Named('SynthesisContext', 'A text that items are made from.', {
  title: Type.Optional(Text('What it is about.', 'Carrow Mill', { maxLength: 1000 })),
  text: Text('The text.', 'Carrow Mill was built in 1783.', { minLength: 1, maxLength: LONGEST_TEXT }),
});

const weight = number('Weight of the kind; 0: none.', 1, { minimum: 0, maximum: 1000 });
const Options = Named('SynthesisOptions', 'What an engine takes.', {
  tables: Type.Optional(
    List(Table, '`schema_rows`: the tables, those first that others refer to.', { minItems: 1, maxItems: 20 }),
  ),
  kinds: Type.Optional(
    Named(
      'SynthesisQuestionKinds',
      '`grounded_qa`: weights of the kinds of questions. Default: all alike, but for `cloze`.',
      Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, Type.Optional(weight)])),
    ),
  ),
  perturbations: Type.Optional(
    List(Word([...PERTURBATION_NAMES], 'A perturbation.'), '`perturb`: which ones. Default: all.', {
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  strength: Type.Optional(
    number('`perturb`: share of the words that are altered. Default 0.1.', 0.1, { minimum: 0.01, maximum: 1 }),
  ),
});

const request = {
  name: Type.Optional(Text('Your name of the run.', 'smoke test', { maxLength: 255 })),
  engine_id: Type.Optional(
    Word(
      ['auto', ...ENGINE_IDS],
      '`auto` (default): `schema_rows` with `tables`, `perturb` with `perturbations`, else `grounded_qa`.',
      { title: 'SynthesisEngineId' },
    ),
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
  formats: Type.Optional(
    List(
      Word(['jsonl', 'csv', 'parquet', 'chat_jsonl'], 'A format of files.'),
      'Files of the items; default `jsonl`. CSV and Parquet have a file for each table; `chat_jsonl` has questions as chats for fine-tuning.',
      { title: 'SynthesisFormats', minItems: 1, uniqueItems: true },
    ),
  ),
  contexts: Type.Optional(List(Context, 'Texts that items are made from.', { minItems: 1, maxItems: MOST_SOURCES })),
  options: Type.Optional(Options),
};
export const SynthesisRequest = Named('SynthesisRequest', 'An order of synthetic data.', request);
export type SynthesisRequest = Static<typeof SynthesisRequest>;
export const SynthesisJobRequest = Named('SynthesisJobRequest', 'An order of synthetic data as a job.', {
  ...request,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type SynthesisJobRequest = Static<typeof SynthesisJobRequest>;

const SynthesisItem = Named('SynthesisItem', 'An item.', {
  index: Whole('Its place among the items that were made, rejected ones included, from 0.', 0),
  value: AnyObject('The item: `table` and `row`, or `question`, `answer` and `contexts`, or `text` and `original`.', {
    kind: 'single_hop',
    question: 'Where is Carrow Mill located?',
    answer: 'Norwich',
  }),
  provenance: AnyObject('What it was made from and by.', { made_by: 'rules' }),
});

export const SynthesisResult = Named('SynthesisResult', 'The result of a synthesis.', {
  job_id: Id('job', 'The job.'),
  name: Nullable(Text('Your name of the run.', 'smoke test')),
  engine_id: Text('The engine.', 'grounded_qa'),
  asked: Whole('Items that were wanted.', 50),
  accepted: Whole('Items of the result.', 48),
  rejected: AnyObject(`Items that were made and rejected, by reason: ${Object.keys(REJECTIONS).join(', ')}.`, {
    duplicate: 3,
  }),
  shortfall: Nullable(
    Named('SynthesisShortfall', 'Why there are fewer items than were wanted.', {
      missing: Whole('Items that are missing.', 2),
      reason: Text(
        '`sources_exhausted`: no more can be made. `rejected`: too many were rejected.',
        'sources_exhausted',
      ),
    }),
    'Why there are fewer items than were wanted; `null` when there are as many.',
  ),
  items: List(SynthesisItem, 'The first 100 items.'),
  outputs: List(
    Named('SynthesisOutput', 'All items as an object.', {
      name: Text('Its name.', 'items.jsonl'),
      media_type: Text('Its type.', 'application/jsonl'),
      bytes: Whole('Its size.', 48_123),
      url: Text('Signed URL, valid for a limited time.', 'https://objects.example.com/synthesis/items.jsonl', {
        format: 'uri',
      }),
    }),
    'All items as objects.',
  ),
});
export type SynthesisResult = Static<typeof SynthesisResult>;
