import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id, List, Named, Text, Whole } from '../contract/schema.ts';
import { Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';

const Texts = List(
  Text('A web address with `http://` or `https://`.', 'https://example.com/chapter.txt', {
    maxLength: 4096,
    pattern: '^https?://.+',
  }),
  'Texts, by their addresses.',
  { title: 'TallyTexts', minItems: 1, maxItems: 20 },
);

export const TallyRequest = Named('TallyRequest', 'Texts whose words are to be counted.', {
  texts: Texts,
  parts: Type.Optional(List(Texts, 'Parts: the texts of each are counted by a job of its own.', { maxItems: 20 })),
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type TallyRequest = Static<typeof TallyRequest>;

export const TallyResult = Named('TallyResult', 'The result of a tally.', {
  job_id: Id('job', 'The job.'),
  words: Whole('Words of all texts and parts.', 512),
  texts: List(
    Named('TalliedText', 'A counted text.', {
      count_id: Id('cnt', 'The count.'),
      source: Text('The address without its query.', 'https://example.com/chapter.txt'),
      words: Whole('Its words.', 128),
      by_word_url: Text(
        'Signed address of the JSON of how often each word occurs, valid for 15 minutes.',
        'http://127.0.0.1:8333/tidemill/tallies/…',
      ),
    }),
    'The texts, in the order of the request.',
  ),
  parts: List(
    Named('TalliedPart', 'A counted part.', {
      job_id: Id('job', 'The job that counted it.'),
      words: Whole('Words of its texts.', 384),
    }),
    'The parts, in the order of the request.',
  ),
});
export type TallyResult = Static<typeof TallyResult>;
