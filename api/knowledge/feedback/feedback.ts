/** Rates passages and answers, shows ratings, and takes them back. */
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import {
  listRatings,
  answeredQuestion,
  ratablePassages,
  ratePassages,
  removeRating,
} from '../../../domain/knowledge/search/index.ts';
import type { RatingRow } from '../../../domain/knowledge/search/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import type { FeedbackRequest, KnowledgeFeedback, KnowledgeFeedbackCreated } from './schemas.ts';

export async function rate(
  { database, models, stopping }: Services,
  caller: Caller,
  request: FeedbackRequest,
): Promise<Static<typeof KnowledgeFeedbackCreated>> {
  const { rating, comment = null } = request;
  const { question, chunks } = await ratedBy({ database }, caller, request);
  const passages = await ratablePassages(database, caller, chunks);
  const missing = chunks.find((chunk) => !passages.some((passage) => passage.chunk === chunk));
  if (missing !== undefined) throw new ServiceError('not_found', `There is no passage ${missing} that you may read.`);
  const asked = { question, rating: rating === 'up' ? 1 : -1, comment } as const;
  const ids = await ratePassages({ database, models }, caller, passages, asked, stopping);
  const rows = await listRatings(database, caller, { ids, onlyOwn: true }, ids.length);
  return { items: rows.map((row) => feedbackOf(caller, row)) };
}

/** The question and the passages that a request rates. */
async function ratedBy({ database }: Pick<Services, 'database'>, caller: Caller, request: FeedbackRequest) {
  const { query_text, chunk_ids, session_id, exchange_id = null } = request;
  if (session_id === undefined) {
    if (query_text !== undefined && chunk_ids !== undefined && exchange_id === null) {
      return { question: query_text, chunks: chunk_ids };
    }
    throw invalid('query_text', 'Give either query_text and chunk_ids, or session_id.');
  }
  if (query_text !== undefined || chunk_ids !== undefined) {
    throw invalid('session_id', 'Give either query_text and chunk_ids, or session_id.');
  }
  const answered = await answeredQuestion(database, caller, session_id, exchange_id);
  if (!answered) throw new ServiceError('not_found', `You have no such question in a session ${session_id}.`);
  if (answered.chunks.length === 0)
    throw invalid(
      'session_id',
      'The answer quotes no passage that you may read. Rate passages by query_text and chunk_ids instead.',
    );
  return answered;
}

function invalid(member: string, msg: string): ValidationError {
  return new ValidationError([bodyIssue([member], msg, 'value')]);
}

export async function retract({ database }: Services, caller: Caller, id: string): Promise<void> {
  if (!(await removeRating(database, caller, id)))
    throw new ServiceError('not_found', `There is no rating ${id} that you may remove.`);
}

export function feedbackOf({ subject }: Caller, row: RatingRow): Static<typeof KnowledgeFeedback> {
  return {
    feedback_id: row.id,
    rating: row.rating > 0 ? 'up' : 'down',
    chunk_id: row.chunk,
    dataset_key: row.datasetKey,
    document_id: row.documentId,
    query_text: row.question,
    comment: row.comment,
    rated_by: row.ownerSubject,
    is_own: row.ownerSubject === subject,
    created_at: row.createdAt.toISOString(),
  };
}
