/** Sessions in the contract: what one caller has asked under one name. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { findSession, readExchanges, removeSession } from '../../../domain/knowledge/search/index.ts';
import type { CitedText, Exchange, SessionRow } from '../../../domain/knowledge/search/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { pageOf, pageQuery, readPage } from '../../contract/page.ts';
import { List, Named, Nullable, Text, Timestamp, Whole } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { DatasetKey } from '../datasets/schemas.ts';
import { Span } from '../shared/span.ts';
import { SessionId } from './session-id.ts';

const EXCHANGE_PAGES = { of: 'Questions', usual: 50, most: 200 };
export const ExchangePage = pageQuery(EXCHANGE_PAGES);

const session = {
  session_id: SessionId,
  exchanges: Whole('Questions in it.', 3),
  created_at: Timestamp('When the first question was asked.'),
  updated_at: Timestamp('When the last question was asked.'),
};

const KnowledgeSession = Named('KnowledgeSession', 'Questions that you asked under one name.', session);

export const KnowledgeSessionList = Named('KnowledgeSessionList', 'A page of your sessions.', {
  ...pageOf(KnowledgeSession, 'Your sessions, newest first.'),
});

const SessionCitation = Named('KnowledgeSessionCitation', 'A part of a passage that answered, or matched best.', {
  rank: Whole('Rank of its passage.', 1),
  chunk_id: Text('The passage.', '4712'),
  dataset_key: DatasetKey,
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  heading: Text('Headings above the text.', 'Travel › Approval'),
  text: Text('The text.', 'Expenses above 500 euros are approved by the finance board.'),
  span: Span,
});

const SessionExchange = Named('KnowledgeSessionExchange', 'A question with its answer.', {
  exchange_id: Text('The question, for its rating.', '93'),
  asked_at: Timestamp('When it was asked.'),
  query_text: Text('The question.', 'Who approves travel expenses?'),
  search_type: Text('How passages were found.', 'GRAPH_COMPLETION'),
  answer: Nullable(
    Named('KnowledgeSessionAnswer', 'The answer, composed of its remaining citations.', {
      text: Nullable(Text('Its text; `null` if no citation remains.', 'They are approved by the board. [1]')),
      holds_answer: Type.Boolean({
        description: 'Whether the passages seemed to contain the answer.',
        examples: [true],
      }),
      confidence: Type.Number({ description: 'Calibrated probability of `holds_answer`.', examples: [0.82] }),
    }),
    '`null` if the request did not ask for one.',
  ),
  citations: List(
    SessionCitation,
    'The sentences that answer, or else the best match of each passage; best first, at most 20.',
  ),
  citations_lost: Whole('Citations whose passage was removed, or that you may no longer read.', 0),
});

export const KnowledgeSessionDetail = Named('KnowledgeSessionDetail', 'A session with a page of its questions.', {
  ...session,
  ...pageOf(SessionExchange, 'The questions, in the order in which they were asked.'),
});

/** A session of the caller; `not_found` for one of anybody else. */
export async function sessionDetail(
  { database }: Services,
  caller: Caller,
  sessionId: string,
  { limit = EXCHANGE_PAGES.usual, cursor = '0' }: Static<typeof ExchangePage>,
): Promise<Static<typeof KnowledgeSessionDetail>> {
  const row = await findSession(database, caller, sessionId);
  if (!row) throw missing(sessionId);
  const page = await readPage(
    limit,
    (take) => readExchanges(database, caller, row.id, cursor, take),
    (last) => String(last.id),
  );
  return {
    ...sessionOf(row),
    items: page.rows.map(exchangeOf),
    next_cursor: page.next_cursor,
  };
}

export async function deleteSession({ database }: Services, caller: Caller, sessionId: string): Promise<void> {
  if (!(await removeSession(database, caller, sessionId))) throw missing(sessionId);
}

export function sessionOf({ sessionId, exchanges, createdAt, updatedAt }: SessionRow): Static<typeof KnowledgeSession> {
  return {
    session_id: sessionId,
    exchanges,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function exchangeOf(exchange: Exchange): Static<typeof SessionExchange> {
  const { answer } = exchange;
  return {
    exchange_id: String(exchange.id),
    asked_at: exchange.createdAt.toISOString(),
    query_text: exchange.question,
    search_type: exchange.searchType,
    answer: answer && { text: answer.text, holds_answer: answer.holdsAnswer, confidence: answer.confidence },
    citations: exchange.citations.map(citationOf),
    citations_lost: exchange.citationsLost,
  };
}

function citationOf(cited: CitedText): Static<typeof SessionCitation> {
  const { rank, chunk, datasetKey, documentId, heading, body, start, end } = cited;
  return {
    rank,
    chunk_id: chunk,
    dataset_key: datasetKey,
    document_id: documentId,
    heading,
    text: body.slice(start, end),
    span: [start, end],
  };
}

function missing(sessionId: string): ServiceError {
  return new ServiceError('not_found', `You have no session ${sessionId}.`);
}
