/** Communities as far as a caller may read them. */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { hiddenAudiences, readableDocument } from '../../datasets/access.ts';

export interface ReadableCommunity {
  readonly id: string;
  /** From 0. */
  readonly level: number;
  readonly parent: string | null;
  /** Members that readable documents of its layer mention. */
  readonly members: number;
  /** Of the most central of these, as a chunk writes them. At least {@link LEAST_MEMBERS}. */
  readonly labels: readonly string[];
  /** The most telling first; none before the summary is made. */
  readonly sentences: readonly CommunitySentence[];
  /**
   * What a language model wrote of it, if all passages that it was shown count; `null` otherwise, and when there is
   * nothing of use.
   */
  readonly description: CommunityDescription | null;
}

export interface CommunityDescription {
  /** Name of the model in the settings. */
  readonly model: string;
  readonly title: string | null;
  readonly sentences: readonly { readonly text: string; readonly chunks: readonly string[] }[];
}

export interface CommunitySentence {
  readonly chunk: string;
  readonly documentId: string;
  readonly text: string;
  /** UTF-16 code units of the chunk's text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A community with fewer visible members is not shown. */
const LEAST_MEMBERS = 3;
/** Labels that are shown. */
const LABELS = 10;

export interface CommunitySelection {
  /** On `knowledge_community community`. */
  readonly which: Prisma.Sql;
  readonly matching: Prisma.Sql;
  readonly take: number;
}

/**
 * At most `take` communities of a level, or parts of one, after a community: those with the most connected members
 * first.
 */
export function listCommunities(
  database: Database,
  caller: Accessor,
  datasetId: string,
  { level, parent }: { readonly level: number | undefined; readonly parent: string | undefined },
  after: string | undefined,
  take: number,
): Promise<ReadableCommunity[]> {
  const conditions = [
    Prisma.sql`community.dataset_id = ${datasetId}`,
    parent === undefined
      ? Prisma.sql`community.level = ${level ?? 0}`
      : Prisma.sql`community.parent_id = ${parent}::bigint`,
    ...(after === undefined
      ? []
      : [
          Prisma.sql`(community.weight, -community.id) < (
            SELECT last.weight, -last.id FROM knowledge_community last WHERE last.id = ${after}::bigint
              AND last.dataset_id = ${datasetId} AND (last.audience_id IS NULL
                OR last.audience_id NOT IN ${hiddenAudiences(caller)}))`,
        ]),
  ];
  const which = Prisma.join(conditions, ' AND ');
  return readableCommunities(database, caller, { which, matching: readableDocument(caller), take });
}

/**
 * Communities as certain documents show them: `matching` holds for the rows of `knowledge_document`, under the alias
 * `document`, that count, and implies that the caller may read them.
 */
export async function readableCommunities(
  { db }: Database,
  caller: Accessor,
  { which, matching, take }: CommunitySelection,
): Promise<ReadableCommunity[]> {
  const visible = Prisma.sql`document.dataset_id = community.dataset_id
    AND document.audience_id IS NOT DISTINCT FROM community.audience_id AND ${matching}`;
  const rows = await db.$queryRaw<
    (Omit<ReadableCommunity, 'sentences'> & { readonly sentences: readonly SentenceRow[] })[]
  >`
    SELECT community.id::text, community.level, community.parent_id::text AS parent, seen.members, seen.labels,
      told.sentences, written.description
    FROM knowledge_community community CROSS JOIN LATERAL (
      SELECT count(*)::int AS members, (array_agg(shown.label ORDER BY member.rank))[1:${LABELS}] AS labels
      FROM knowledge_community_member member CROSS JOIN LATERAL (
        SELECT mention.label FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE mention.entity_id = member.entity_id AND ${visible} ORDER BY mention.role DESC, chunk.id LIMIT 1) shown
      WHERE member.community_id = community.id) seen
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('chunk', chunk.id::text, 'documentId', document.document_id,
        'body', chunk.body, 'start', sentence.start, 'end', sentence."end")
          ORDER BY sentence.ordinal), '[]') AS sentences
      FROM knowledge_community_sentence sentence JOIN knowledge_chunk chunk ON chunk.id = sentence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE sentence.community_id = community.id AND ${visible}) told
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('model', described.model, 'title', described.title, 'sentences', (
        SELECT jsonb_agg(jsonb_build_object('text', said.text, 'chunks', (
          SELECT jsonb_agg(source.chunk_id::text ORDER BY source.chunk_id) FROM knowledge_community_source source
          WHERE source.community_id = community.id AND said.place - 1 = ANY(source.sentences))) ORDER BY said.place)
        FROM unnest(described.sentences) WITH ORDINALITY AS said(text, place))) AS description
      FROM knowledge_community_description described
      WHERE described.community_id = community.id AND described.digest = community.digest
        AND cardinality(described.sentences) > 0
        AND NOT EXISTS (SELECT FROM knowledge_community_source source WHERE source.community_id = community.id
          AND NOT EXISTS (
          SELECT FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
          WHERE chunk.id = source.chunk_id AND ${visible}))) written ON true
    WHERE ${which} AND (community.audience_id IS NULL OR community.audience_id NOT IN ${hiddenAudiences(caller)})
      AND seen.members >= ${LEAST_MEMBERS}
    ORDER BY community.weight DESC, community.id LIMIT ${take}`;
  return rows.map(({ sentences, ...community }) => ({
    ...community,
    sentences: sentences.map(({ body, ...where }) => ({ ...where, text: body.slice(where.start, where.end) })),
  }));
}

interface SentenceRow extends Omit<CommunitySentence, 'text'> {
  readonly body: string;
}

/** Without a title by a language model, titles are the names of the most central members. */
const NAMED = 3;

export const communityTitle = ({ labels, description }: ReadableCommunity): string =>
  description?.title ?? labels.slice(0, NAMED).join(', ');
