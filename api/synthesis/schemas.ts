/** Synthetic data in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ENGINE_IDS } from '../../engines/synthesis/catalog.ts';
import {
  EVOLUTION_NAMES,
  MOST_DEPTH,
  MOST_TURNS,
  PARAPHRASE,
  PERTURBATION_NAMES,
  QUESTION_KINDS,
  TOOL_KINDS,
  REJECTION_REASONS,
  SKIP_REASONS,
} from '../../engines/synthesis/options.ts';
import {
  AnyObject,
  Decimal,
  Flag,
  Id,
  KeptObject,
  List,
  Named,
  Nullable,
  Text,
  Whole,
  Word,
} from '../contract/schema.ts';
import { STOPS } from '../../domain/synthesis/results.ts';
import { JobErrorSchema, Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';
import { EvalDatasetKey } from '../evaluation/datasets/schemas.ts';
import { SynthesisDataset, SynthesisInput } from './input-schemas.ts';

const MOST_ITEMS = 100_000;

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

const weight = Decimal('Weight of the kind; 0: none.', 1, { minimum: 0, maximum: 1000 });
const Options = Named('SynthesisOptions', 'What an engine takes.', {
  language: Type.Optional(
    Text('The language that a model writes, as a BCP 47 tag. Default: that of the texts.', 'de', {
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
    }),
  ),
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
    List(
      Word([...PERTURBATION_NAMES, PARAPHRASE], 'A perturbation.'),
      '`perturb`: which ones. Default: all that rules make. `paraphrase` needs a model, and stands alone.',
      { minItems: 1, uniqueItems: true },
    ),
  ),
  personas: Type.Optional(
    List(
      Named('SynthesisPersona', 'Who talks to the assistant.', {
        name: Text('Its name.', 'baker', { minLength: 1, maxLength: 100 }),
        description: Type.Optional(
          Text(
            'Who it is, and how it writes. Needed unless the name is that of a built-in persona: `newcomer`, `expert`, `hurried`, `sceptic`, `talkative`.',
            'Owns a bakery, in a hurry.',
            { minLength: 1, maxLength: 1000 },
          ),
        ),
        goal: Type.Optional(
          Text('What it wants. Needed without `input`.', 'Find out which flour to order.', { maxLength: 1000 }),
        ),
      }),
      '`conversation`: who talks to the assistant. Default: five kinds of users, if there is `input`.',
      { minItems: 1, maxItems: 50 },
    ),
  ),
  turns: Type.Optional(
    Whole('`conversation`: messages of the user. Default 3.', 3, { minimum: 1, maximum: MOST_TURNS }),
  ),
  evolve: Type.Optional(
    Named('SynthesisEvolve', '`evolve`: how instructions are changed.', {
      operations: Type.Optional(
        List(Word([...EVOLUTION_NAMES], 'An operation.'), 'Which operations the seed draws from. Default: all.', {
          minItems: 1,
          uniqueItems: true,
        }),
      ),
      depth: Type.Optional(
        Whole('Operations one after the other, each of which gives an item. Default 2.', 2, {
          minimum: 1,
          maximum: MOST_DEPTH,
        }),
      ),
    }),
  ),
  tools: Type.Optional(
    List(
      Named('SynthesisTool', 'A tool of an assistant.', {
        name: Text('Its name.', 'get_weather', { pattern: '^[A-Za-z0-9_-]{1,64}$' }),
        description: Text('What it does.', 'The weather of a place.', { minLength: 1, maxLength: 2000 }),
        parameters: KeptObject(
          'JSON Schema 2020-12 of its arguments, which are an object. Its patterns are in the syntax of RE2.',
          {
            type: 'object',
            required: ['place'],
            properties: { place: { type: 'string' } },
          },
        ),
      }),
      '`tool_calls`: the tools.',
      { minItems: 1, maxItems: 64 },
    ),
  ),
  tool_kinds: Type.Optional(
    Named(
      'SynthesisToolKinds',
      '`tool_calls`: weights of the kinds of cases: one call, several at once, no tool that fits. Default 3, 1, 1.',
      Object.fromEntries(TOOL_KINDS.map((kind) => [kind, Type.Optional(weight)])),
    ),
  ),
  strength: Type.Optional(
    Decimal('`perturb`: share of the words that are altered. Default 0.1.', 0.1, { minimum: 0.01, maximum: 1 }),
  ),
});

const request = {
  name: Type.Optional(Text('Your name of the run.', 'smoke test', { maxLength: 255 })),
  engine_id: Type.Optional(
    Word(
      ['auto', ...ENGINE_IDS],
      '`auto` (default): `schema_rows` with `tables`, `tool_calls` with `tools`, `evolve` with `evolve`, `conversation` with `personas`, `perturb` with `perturbations`, else `grounded_qa`.',
      { title: 'SynthesisEngineId' },
    ),
  ),
  generator: Type.Optional(
    Text(
      'Who makes the items: `rules`, or the name of a language model. Default: the model of the role `generate`, if there is one and the engine can use it, otherwise `rules`.',
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
      'Whether a model of the role `judge` is asked questions without their passages, to reject those that it knows. Default: if a model makes them.',
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
      'Evaluation datasets, each by `dataset_id` or `dataset_key`: an item that has 13 words in a row in common with a text of their rows, or asks what a shorter text is, is rejected as `contaminated`, with the entry as what is wrong. Needs the scope `eval:read`.',
      { title: 'SynthesisExcludedDatasets', minItems: 1, maxItems: 20 },
    ),
  ),
  formats: Type.Optional(
    List(
      Word(['jsonl', 'csv', 'parquet', 'chat_jsonl', 'knowledge_inputs'], 'A format of files.'),
      'Files of the items; default `jsonl`. CSV and Parquet have a file for each table; `chat_jsonl` has items as chats for fine-tuning: questions, conversations, instructions, and tool calls; `knowledge_inputs` has answered questions as inputs of Add.',
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

const itemMembers = {
  index: Whole('Its place among the items that were made, rejected ones included, from 0.', 0),
  value: AnyObject(
    'The item: `table` and `row`; `question`, `answer` and `contexts`; `text` and `original`; `messages`; `instruction` and `response`; or `request`, `calls` and `tools`.',
    {
      kind: 'single_hop',
      question: 'Where is Carrow Mill located?',
      answer: 'Norwich',
    },
    { title: 'SynthesisValue' },
  ),
  provenance: AnyObject('What it was made from and by.', { made_by: 'rules' }),
  scores: Nullable(
    AnyObject(
      'Score and method of each check, from 0 to 1, or why it was `skipped`; see docs/synthesis.md.',
      { grounded: { score: 0.9, method: 'built_in_faithfulness' } },
      { title: 'SynthesisScores' },
    ),
    'Score and method of each check; `null` for rows, which are checked as they are made.',
  ),
};
const SynthesisItem = Named('SynthesisItem', 'An item.', itemMembers);
const RejectedItem = Named('SynthesisRejectedItem', 'An item that was rejected.', {
  ...itemMembers,
  reason: Word(REJECTION_REASONS, 'Why it was rejected.'),
  about: Text('What is wrong with it.', 'the question has the answer'),
});

/** Items that a result shows unless its query says otherwise. */
export const SHOWN_ITEMS = 100;
export const ItemsQuery = Type.Object({
  after: Type.Optional(Whole('Shows the items behind this `index`.', 99, { minimum: 0 })),
  limit: Type.Optional(Whole(`Items at most. Default ${SHOWN_ITEMS}.`, SHOWN_ITEMS, { minimum: 1, maximum: 1000 })),
});
export type ItemsQuery = Static<typeof ItemsQuery>;

export const SynthesisResult = Named('SynthesisResult', 'The result of a synthesis.', {
  job_id: Id('job', 'The job.'),
  state: Word(['succeeded', 'failed', 'cancelled'], 'How the job ended. Only one that succeeded has `outputs`.'),
  name: Nullable(Text('Your name of the run.', 'smoke test')),
  engine_id: Text('The engine.', 'grounded_qa'),
  asked: Whole('Items that were wanted.', 50),
  sources: Nullable(
    Named('SynthesisSources', 'What items were made from.', {
      passages: Whole('Passages.', 412),
      is_complete: Flag('Whether the sources have no more: a job takes at most 10,000 passages.', true),
    }),
    'What items were made from; `null` for rows.',
  ),
  accepted: Whole('Items of the result.', 48),
  rejected: AnyObject(`Items that were made and rejected, by reason: ${REJECTION_REASONS.join(', ')}.`, {
    duplicate: 3,
  }),
  checks_skipped: List(
    Named('SynthesisSkippedChecks', 'A check that was not made of some items of the result.', {
      check: Text('The check, as in the scores of items.', 'distinct'),
      reason: Word(
        [...SKIP_REASONS],
        '`model_not_configured`: the installation has no model for it. `model_unavailable`: the model was away for minutes. `model_refused`: it refuses the text, or every call. `no_output`: it gave no output of the form that was asked for. `no_names`: the text has no capital letters, which show names. `source_closed`: the item quotes a source that was closed to the submitter meanwhile.',
      ),
      items: Whole('Items.', 50),
    }),
    'Checks that were not made of some items of the result, and why.',
  ),
  shortfall: Nullable(
    Named('SynthesisShortfall', 'Why there are fewer items than were wanted.', {
      missing: Whole('Items that are missing.', 2),
      reasons: List(
        Word([...STOPS, 'failed', 'cancelled', 'rejected'], 'A reason.'),
        '`exhausted`: no more can be made. `rounds`: most of the items were rejected, so no more were tried, or three rounds of a model in a row had none. `max_cost_usd`, `max_tokens`: the limit was reached. `failed`, `cancelled`: so ended the job. `rejected`: items were rejected.',
      ),
      message: Text(
        'The reasons in words: what was scarce, and how to get more.',
        'Rules found 3 facts in 2 of 12 passages, and asked all questions of the wanted kinds that these give.',
      ),
      facts: Nullable(
        Named('SynthesisFacts', 'What rules made questions from.', {
          facts: Whole('Facts that sentences state.', 3),
          passages: Whole('Passages that were read.', 12),
          passages_with_facts: Whole('Passages with a fact.', 2),
          passages_in_other_languages: Whole('Passages that are not in English, in which rules find no facts.', 0),
        }),
        'What rules made questions from, if no more could be made; `null` for other items.',
      ),
      model: Nullable(
        Named('SynthesisModelReplies', 'What a model did with tasks that gave nothing.', {
          refused: Whole('Tasks that it declined.', 0),
          invalid: Whole('Outputs without the form that was asked for.', 2),
        }),
        'What the model did with tasks that gave nothing; `null` where rules made the items, and of a job that did not succeed.',
      ),
    }),
    'Why there are fewer items than were wanted; `null` when there are as many.',
  ),
  withheld: Whole(
    'Items that are not shown, because you may not read what they quote, or it was removed. If there are any, `outputs` is empty.',
    0,
  ),
  dataset: Nullable(
    Named('SynthesisDatasetVersion', 'The version of the evaluation dataset.', {
      dataset_id: Id('evds', 'The dataset.'),
      version: Whole('The version.', 1),
      rows: Whole('Its rows.', 48),
    }),
    'The version of the evaluation dataset; `null` where none was asked for, there are no items, or it could not be written.',
  ),
  dataset_error: Nullable(
    JobErrorSchema,
    'Why the items could not become a version of the dataset, such as `too_large`; `null` where nothing went wrong.',
  ),
  estimate: Nullable(
    Named('SynthesisEstimate', 'What the whole order is expected to take.', {
      items: Whole('Items of the whole order.', 200),
      factor: Decimal('What making the items of the preview took is multiplied by this.', 33.33),
      basis: Text(
        'The rule in words.',
        'What making the items of the preview took, times 33.33: its calls gave 6 items that can be accepted, and the order is 200. What the checks took, times 50.',
      ),
      calls: Decimal('Calls of language models.', 80),
      tokens: Decimal('Tokens of language models, in and out.', 96_000),
      usd: Decimal('Cost in US dollars, as far as the models have prices.', 0.21),
    }),
    'Of a preview, by what its calls took and gave; `null` for others, without an item, and where the answers of all calls were kept from earlier ones.',
  ),
  items: List(SynthesisItem, 'Items in order, the first 100 unless the query says otherwise.'),
  next_after: Nullable(Whole('`after` of the next page.', 99), '`after` of the next page; `null` on the last one.'),
  rejected_items: List(RejectedItem, 'The first 100 rejected items; none unless `keep_rejected` asks for them.'),
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
