/**
 * Descriptions of communities by a language model, from the passages of their summaries. A community keeps its
 * description until it changes, or one of the passages is gone.
 */
import type { Description } from '../../../../engines/knowledge/communities/description.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { addCounts, readCounts } from '../../../jobs/counts.ts';
import { inTokenRanges } from '../../../jobs/row-ranges.ts';
import type { PlanSize, Rows, TokenRange } from '../../../jobs/row-ranges.ts';
import { skipCounts, skipsIn } from '../../../models/skip-counts.ts';
import { SKIPPED, skippedBy } from '../../../models/skips.ts';
import type { SkipReason } from '../../../models/skips.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import type { DescriptionsOutcome } from '../../results.ts';
import type { MemifyCounts } from '../../memify/pipelines.ts';

/** Communities that are to be described. */
export interface DescriptionWork {
  readonly datasetId: string;
  /** The job that has them described: a community that a model skipped is not tried again by the same job. */
  readonly jobId: string;
  /** The model with what it is asked: what another one wrote is written anew. */
  readonly writer: string;
}

/** A community as a language model is asked about it. */
export interface UndescribedCommunity {
  readonly id: bigint;
  /** What the description will be of. */
  readonly digest: string;
  /** Of the most central members, as a passage writes them. */
  readonly names: readonly string[];
  /** Those of its summary: the most telling first. */
  readonly passages: readonly SourcePassage[];
  /** Whether an earlier job skipped it. */
  readonly wasSkipped: boolean;
}

export interface SourcePassage {
  readonly chunk: string;
  readonly hash: string;
  readonly heading: string;
  readonly body: string;
  readonly language: string | null;
}

/** Names that a model is shown. */
const NAMES = 12;

/** On `knowledge_community community`: it has a summary, and no description of what it is now. */
function isUndescribed({ datasetId, jobId, writer }: DescriptionWork): Prisma.Sql {
  return Prisma.sql`(community.dataset_id = ${datasetId} AND community.summarized_digest = community.digest
    AND EXISTS (SELECT FROM knowledge_community_sentence told WHERE told.community_id = community.id)
    AND NOT EXISTS (SELECT FROM knowledge_community_description described WHERE described.community_id = community.id
      AND described.digest = community.digest AND described.writer IN (${writer}, ${skippedBy(jobId)})))`;
}

/** The passages of a summary on `knowledge_community community`, with the place of the first sentence of each. */
const SOURCES = Prisma.sql`(SELECT sentence.chunk_id, min(sentence.ordinal) AS place
  FROM knowledge_community_sentence sentence
  JOIN knowledge_chunk chunk ON chunk.id = sentence.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
  WHERE sentence.community_id = community.id AND document.deleted_at IS NULL
    AND document.audience_id IS NOT DISTINCT FROM community.audience_id GROUP BY sentence.chunk_id)`;

/** The communities after a row that are to be described, with the tokens of their passages. */
export function communitiesToDescribe(
  database: Database,
  work: DescriptionWork,
  after: string,
  plan: PlanSize,
): Promise<TokenRange[]> {
  const due = Prisma.sql`SELECT community.id, coalesce((SELECT sum(chunk.tokens) FROM ${SOURCES} source
      JOIN knowledge_chunk chunk ON chunk.id = source.chunk_id), 0)::int AS tokens
    FROM knowledge_community community WHERE ${isUndescribed(work)} AND community.id > ${after}::bigint`;
  return inTokenRanges(database, due, plan);
}

/** Those of a range, in order. One without a passage is left out. */
export async function undescribed(
  { db }: Database,
  work: DescriptionWork,
  { first, last }: Rows,
): Promise<UndescribedCommunity[]> {
  const rows = await db.$queryRaw<UndescribedCommunity[]>`
    SELECT community.id, community.digest, coalesce(known.names, '{}') AS names, coalesce(shown.passages, '[]') AS
      passages,
      EXISTS (SELECT FROM knowledge_community_description described WHERE described.community_id = community.id
        AND starts_with(described.writer, ${SKIPPED})) AS "wasSkipped"
    FROM knowledge_community community CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('chunk', chunk.id::text, 'hash', chunk.hash, 'heading', chunk.heading,
        'body', chunk.body,
        'language', document.language) ORDER BY source.place) AS passages
      FROM ${SOURCES} source JOIN knowledge_chunk chunk ON chunk.id = source.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk) shown
    CROSS JOIN LATERAL (
      SELECT (array_agg(label ORDER BY rank))[1:${NAMES}] AS names FROM (
        SELECT DISTINCT ON (member.rank) member.rank, mention.label FROM knowledge_community_member member
        JOIN knowledge_mention mention ON mention.entity_id = member.entity_id
          JOIN ${SOURCES} source ON source.chunk_id = mention.chunk_id
        WHERE member.community_id = community.id
          ORDER BY member.rank, source.place, mention.label COLLATE "C") named) known
    WHERE ${isUndescribed(work)} AND community.id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY community.id`;
  return rows.filter(({ passages }) => passages.length > 0);
}

/** What a model said of a community. */
export interface WrittenDescription {
  readonly community: UndescribedCommunity;
  /** `null` when the community was skipped. */
  readonly description: Description | null;
  readonly skipped: SkipReason | null;
}

/**
 * Replaces and counts descriptions in one transaction. One of a community that has changed or was described meanwhile,
 * or whose passages are not all there, is left out.
 */
export async function commitDescriptions(
  { db }: Database,
  turn: Turn,
  { writer, model }: { readonly writer: string; readonly model: string },
  written: readonly WrittenDescription[],
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const chunks = [...new Set(written.flatMap(({ community }) => community.passages.map(({ chunk }) => chunk)))];
    const [communities, there] = await Promise.all([
      statements.$queryRaw<{ id: bigint; digest: string }[]>`
        SELECT community.id, community.digest FROM knowledge_community community
        WHERE community.id = ANY(${written.map(({ community }) => community.id)}::bigint[])
          AND ${isUndescribed({ ...turn, writer })}`,
      statements.knowledgeChunk.findMany({ where: { id: { in: chunks.map(BigInt) } }, select: { id: true } }),
    ]);
    const [digests, present] = [
      new Map(communities.map(({ id, digest }) => [id, digest])),
      new Set(there.map(({ id }) => String(id))),
    ];
    const kept = written.filter(
      ({ community: { id, digest, passages } }) =>
        digests.get(id) === digest && passages.every(({ chunk }) => present.has(chunk)),
    );
    await statements.knowledgeCommunityDescription.deleteMany({
      where: { communityId: { in: kept.map(({ community }) => community.id) } },
    });
    await statements.knowledgeCommunityDescription.createMany({
      data: kept.map(({ community: { id: communityId, digest }, description }) => ({
        communityId,
        digest,
        model,
        writer: description === null ? skippedBy(turn.jobId) : writer,
        title: description?.title ?? null,
        sentences: (description?.sentences ?? []).map(({ text }) => text),
      })),
    });
    await statements.knowledgeCommunitySource.createMany({ data: kept.flatMap(sourcesOf) });
    const outcomes = kept.map((one) => ({ skipped: skippedFor(one) }));
    const counts: MemifyCounts = {
      communities_described: outcomes.filter(({ skipped }) => skipped === null).length,
    };
    const sentences_dropped = kept.reduce((sum, { description }) => sum + (description?.dropped ?? 0), 0);
    await addCounts(statements, turn.jobId, { ...counts, sentences_dropped, ...skipCounts(outcomes) });
  });
}

/**
 * Why a community has no description that is shown; `unsupported`: its passages bear out no sentence. The same passages
 * would give the same, so it is not tried again.
 */
function skippedFor({ description, skipped }: WrittenDescription): SkipReason | 'unsupported' | null {
  return description?.sentences.length === 0 ? 'unsupported' : skipped;
}

/** All passages that the model was shown: those that no sentence cites may be what its title is of. */
function sourcesOf({ community, description }: WrittenDescription) {
  return community.passages.map(({ chunk }, place) => ({
    communityId: community.id,
    chunkId: BigInt(chunk),
    sentences: (description?.sentences ?? []).flatMap(({ passages }, at) => (passages.includes(place) ? [at] : [])),
  }));
}

/** What a job has made of the communities that a model was to describe. */
export async function countDescriptions(
  database: Database,
  work: DescriptionWork,
): Promise<Omit<DescriptionsOutcome, 'model' | 'stopped_by'>> {
  const [counts, [left]] = await Promise.all([
    readCounts(database, work.jobId),
    database.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM knowledge_community community WHERE ${isUndescribed(work)}`,
  ]);
  return {
    described: counts['communities_described'] ?? 0,
    skipped: skipsIn(counts),
    sentences_dropped: counts['sentences_dropped'] ?? 0,
    left: left?.count ?? 0,
  };
}

/** The digests that the descriptions of a dataset's communities are of, by community. */
export async function describedCommunities(
  { db }: Database,
  datasetId: string,
  writer: string,
): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ id: string; digest: string }[]>`
    SELECT community.id::text, described.digest FROM knowledge_community community
    JOIN knowledge_community_description described ON described.community_id = community.id
    WHERE community.dataset_id = ${datasetId} AND described.writer = ${writer}`;
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}
