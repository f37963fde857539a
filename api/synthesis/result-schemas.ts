/** Results of syntheses in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { REJECTION_REASONS, SKIP_REASONS } from '../../engines/synthesis/options.ts';
import { AnyObject, Decimal, Flag, Id, List, Named, Nullable, Text, Whole, Word } from '../contract/schema.ts';
import { STOPS } from '../../domain/synthesis/results.ts';
import { JobErrorSchema } from '../jobs/schemas.ts';

const itemMembers = {
  index: Whole('Its place among the items that were made, rejected ones included, from 0.', 0),
  value: AnyObject(
    'The item: `table` and `row`; `question`, `answer` and `contexts`; `text` and `original`; `messages`; ' +
      '`instruction` and `response`; or `request`, `calls` and `tools`.',
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
        '`model_not_configured`: the installation has no model for it. `model_unavailable`: the model was away ' +
          'for minutes. `model_refused`: it refuses the text, or every call. `no_output`: it gave no output of ' +
          'the form that was asked for. `no_names`: the text has no capital letters, which show names. ' +
          '`source_closed`: the item quotes a source that was closed to the submitter meanwhile.',
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
        '`exhausted`: no more can be made. `rounds`: most of the items were rejected, so no more were tried, ' +
          'or three rounds of a model in a row had none. `max_cost_usd`, `max_tokens`: the limit was reached. ' +
          '`failed`, `cancelled`: so ended the job. `rejected`: items were rejected.',
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
        'What the model did with tasks that gave nothing; `null` where rules made the items, and of a job that ' +
          'did not succeed.',
      ),
    }),
    'Why there are fewer items than were wanted; `null` when there are as many.',
  ),
  withheld: Whole(
    'Items that are not shown, because you may not read what they quote, or it was removed. If there are any, ' +
      '`outputs` is empty.',
    0,
  ),
  dataset: Nullable(
    Named('SynthesisDatasetVersion', 'The version of the evaluation dataset.', {
      dataset_id: Id('evds', 'The dataset.'),
      version: Whole('The version.', 1),
      rows: Whole('Its rows.', 48),
    }),
    'The version of the evaluation dataset; `null` where none was asked for, there are no items, or it could ' +
      'not be written.',
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
        'What making the items of the preview took, times 33.33: its calls gave 6 items that can be accepted, ' +
          'and the order is 200. What the checks took, times 50.',
      ),
      calls: Decimal('Calls of language models.', 80),
      tokens: Decimal('Tokens of language models, in and out.', 96_000),
      usd: Decimal('Cost in US dollars, as far as the models have prices.', 0.21),
    }),
    'Of a preview, by what its calls took and gave; `null` for others, without an item, and where the answers ' +
      'of all calls were kept from earlier ones.',
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
