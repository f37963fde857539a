/** Ratings in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { pageMembers, pageOf } from '../../contract/page.ts';
import { Flag, List, Named, Nullable, RowId, Text, Timestamp, Word } from '../../contract/schema.ts';
import { DatasetKey } from '../datasets/schemas.ts';
import { SessionId } from '../sessions/session-id.ts';

const RATINGS = ['up', 'down'] as const;

export const FeedbackId = RowId('The rating.', '812');

export const FeedbackRequest = Named(
  'KnowledgeFeedbackRequest',
  'A rating: of passages for a question (`query_text` and `chunk_ids`), or of an answer of a session ' +
    '(`session_id`), whose quoted passages are rated.',
  {
    rating: Word(RATINGS, '`up`: it helps with the question. `down`: it does not.', { examples: ['up'] }),
    query_text: Type.Optional(
      Text('The question.', 'Who approves travel expenses?', { minLength: 1, maxLength: 10_000 }),
    ),
    chunk_ids: Type.Optional(
      List(RowId('A passage of the results.', '4712'), 'The passages.', {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        examples: [['4712']],
      }),
    ),
    session_id: Type.Optional(SessionId),
    exchange_id: Type.Optional(RowId('Question of the session. Default: the last one.', '93')),
    comment: Type.Optional(Text('Only you read it.', 'It is about the old policy.', { minLength: 1, maxLength: 2000 })),
  },
);
export type FeedbackRequest = Static<typeof FeedbackRequest>;

export const KnowledgeFeedback = Named('KnowledgeFeedback', 'A rating of a passage for a question.', {
  feedback_id: FeedbackId,
  rating: Word(RATINGS, 'Whether the passage helps.', { examples: ['up'] }),
  chunk_id: Text('The passage.', '4712'),
  dataset_key: DatasetKey,
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  query_text: Nullable(Text('The question; `null` if it is not yours.', 'Who approves travel expenses?')),
  comment: Nullable(Text('The comment; `null` if there is none, or it is not yours.', 'It is about the old policy.')),
  rated_by: Text('Who rated it.', 'ann'),
  is_own: Flag('Whether it is yours.', true),
  created_at: Timestamp('When it was rated.'),
});

export const KnowledgeFeedbackCreated = Named('KnowledgeFeedbackCreated', 'The ratings that were kept.', {
  items: List(KnowledgeFeedback, 'One for each passage.'),
});

export const KnowledgeFeedbackList = Named('KnowledgeFeedbackList', 'A page of ratings.', {
  ...pageOf(KnowledgeFeedback, 'Ratings, newest first.'),
});

export const FEEDBACK_PAGES = { of: 'Ratings', usual: 50, most: 500 };
export const FeedbackPage = Type.Object(
  {
    owner: Type.Optional(
      Word(['me', 'all'], '`me` (default): yours. `all`: also those of others, of passages that you may read.', {
        examples: ['all'],
      }),
    ),
    chunk_id: Type.Optional(RowId('Those of one passage.', '4712')),
    ...pageMembers(FEEDBACK_PAGES),
  },
  { additionalProperties: false },
);
