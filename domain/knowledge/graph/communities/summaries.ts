/**
 * Summaries of communities: which are to be made, of what, and their sentences, whose text stays that of their chunks.
 */
import type { MemberPassage, SummarySentence } from '../../../../engines/knowledge/communities/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { addCounts } from '../../../jobs/counts.ts';
import { inRanges } from '../../../jobs/row-ranges.ts';
import type { PlanSize, Range, Rows } from '../../../jobs/row-ranges.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import type { MemifyCounts } from '../../memify/pipelines.ts';

/** A community whose summary is to be made. */
export interface UnsummarizedCommunity {
  readonly id: bigint;
  /** What the summary will be of. */
  readonly digest: string;
  readonly passages: readonly MemberPassage[];
}

/**
 * Passages that are read for a summary: those that mention the most central members. Set by judgement, as the next one.
 */
const PASSAGES = 8;
/** Members that a summary is about. */
const CENTRAL = 40;

/** The communities after a row that have changed since their summary was made. */
export function communitiesToSummarize(
  database: Database,
  datasetId: string,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM knowledge_community
    WHERE dataset_id = ${datasetId} AND summarized_digest IS DISTINCT FROM digest AND id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

/** Those of a range, with the passages of the documents of their layer. */
export async function unsummarized(
  { db }: Database,
  datasetId: string,
  { first, last }: Rows,
): Promise<UnsummarizedCommunity[]> {
  const rows = await db.$queryRaw<
    { id: bigint; digest: string; passages: { chunk: string; body: string; members: [number, number[]][] }[] }[]
  >`
    SELECT community.id, community.digest, coalesce(said.passages, '[]') AS passages
    FROM knowledge_community community CROSS JOIN LATERAL (
      SELECT jsonb_agg(best) AS passages FROM (
        SELECT chunk.id::text AS chunk, chunk.body,
          jsonb_agg(jsonb_build_array(member.rank, mention.spans) ORDER BY member.rank) AS members
        FROM knowledge_community_member member JOIN knowledge_mention mention ON mention.entity_id = member.entity_id
        JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE member.community_id = community.id AND member.rank < ${CENTRAL} AND document.deleted_at IS NULL
          AND document.dataset_id = community.dataset_id AND document.audience_id IS NOT DISTINCT
            FROM community.audience_id
        GROUP BY chunk.id ORDER BY sum(1 / sqrt(member.rank + 1)) DESC, chunk.document_pk, chunk.ordinal
        LIMIT ${PASSAGES}) best) said
    WHERE community.dataset_id = ${datasetId} AND community.summarized_digest IS DISTINCT FROM community.digest
      AND community.id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY community.id`;
  return rows.map(({ id, digest, passages }) => ({
    id,
    digest,
    passages: passages.map(({ chunk, body, members }) => ({
      chunk,
      body,
      mentions: members.flatMap(([rank, spans]) => spansOf(spans).map((span) => ({ rank, ...span }))),
    })),
  }));
}

/** Pairs of start and end. */
function spansOf(ends: readonly number[]): { start: number; end: number }[] {
  return ends.flatMap((start, index) => (index % 2 === 0 ? [{ start, end: ends[index + 1] ?? start }] : []));
}

export interface MadeSummary {
  readonly id: bigint;
  readonly digest: string;
  readonly sentences: readonly SummarySentence[];
}

/**
 * Replaces and counts summaries in one transaction. One of a community that has changed meanwhile, and a sentence of a
 * chunk that is gone, are left out.
 */
export async function commitSummaries({ db }: Database, turn: Turn, made: readonly MadeSummary[]): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const present = await statements.$queryRaw<{ id: bigint }[]>`
      UPDATE knowledge_community community SET summarized_digest = made.digest
      FROM unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ digest }) => digest)}::text[]) AS made(id,
        digest)
      WHERE community.id = made.id AND community.digest = made.digest
        AND community.summarized_digest IS DISTINCT FROM made.digest
      RETURNING community.id`;
    const ids = new Set(present.map(({ id }) => id));
    const sentences = made
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, sentences: own }) => own.map((sentence, ordinal) => ({ id, ordinal, ...sentence })));
    await statements.knowledgeCommunitySentence.deleteMany({ where: { communityId: { in: [...ids] } } });
    await statements.$executeRaw`
      INSERT INTO knowledge_community_sentence (community_id, ordinal, chunk_id, start, "end")
      SELECT made.community, made.ordinal, chunk.id, made.start, made."end"
      FROM unnest(${sentences.map(({ id }) => id)}::bigint[], ${sentences.map(({ ordinal }) => ordinal)}::int[],
        ${sentences.map(({ chunk }) => chunk)}::bigint[], ${sentences.map(({ start }) => start)}::int[],
        ${sentences.map(({ end }) => end)}::int[]) AS made(community, ordinal, chunk, start, "end")
      JOIN knowledge_chunk chunk ON chunk.id = made.chunk`;
    await addCounts(statements, turn.jobId, { communities_summarized: ids.size } satisfies MemifyCounts);
  });
}
