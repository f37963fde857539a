/**
 * The layers of a dataset: the documents with one audience. What is computed ahead over many documents is computed for
 * each layer, so that nobody learns from it what unreadable documents say: communities, and merges and splits of
 * entities.
 */
import type { Database, Statements } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { inRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Range } from '../../jobs/row-ranges.ts';

export interface Layer {
  readonly datasetId: string;
  /** `null`: the documents that every reader of the dataset may read. */
  readonly audienceId: bigint | null;
}

/** Holds for the rows of `knowledge_document`, under the alias `document`, of a layer. */
export function documentOfLayer({ datasetId, audienceId }: Layer): Prisma.Sql {
  return Prisma.sql`(document.dataset_id = ${datasetId} AND document.deleted_at IS NULL
    AND document.audience_id IS NOT DISTINCT FROM ${audienceId}::bigint)`;
}

/**
 * Holds for the rows of `knowledge_document`, under the alias `document`, that every reader of a layer may read: its
 * documents and the open ones.
 */
export function readableInLayer({ datasetId, audienceId }: Layer): Prisma.Sql {
  return Prisma.sql`(document.dataset_id = ${datasetId} AND document.deleted_at IS NULL
    AND (document.audience_id IS NULL OR document.audience_id = ${audienceId}::bigint))`;
}

/** Holds for the rows of `knowledge_community`, under the alias `community`, of a layer. */
export function communityOfLayer({ datasetId, audienceId }: Layer): Prisma.Sql {
  return Prisma.sql`(community.dataset_id = ${datasetId} AND community.audience_id IS NOT DISTINCT
    FROM ${audienceId}::bigint)`;
}

/** Likewise for the rows of `knowledge_community_outsider`, under the alias `outsider`. */
export function outsiderOfLayer({ datasetId, audienceId }: Layer): Prisma.Sql {
  return Prisma.sql`(outsider.dataset_id = ${datasetId} AND outsider.audience_id IS NOT DISTINCT
    FROM ${audienceId}::bigint)`;
}

/** Rows begin at 1: 0 is before the first of them. */
const rowOf = (audience: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce(${audience}, 0) + 1`;

/** The layers after a row, each a range: those of its documents, and those that were divided and have none any more. */
export function layersAfter(database: Database, datasetId: string, after: string, plan: PlanSize): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM (
    SELECT ${rowOf(Prisma.sql`audience_id`)} AS id FROM knowledge_document WHERE dataset_id = ${datasetId}
      AND deleted_at IS NULL
    UNION SELECT ${rowOf(Prisma.sql`audience_id`)} FROM knowledge_community WHERE dataset_id = ${datasetId}
    UNION SELECT ${rowOf(Prisma.sql`audience_id`)} FROM knowledge_community_outsider
      WHERE dataset_id = ${datasetId}) layer
    WHERE id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

export function layerOfRow(datasetId: string, row: string): Layer {
  const audience = BigInt(row) - 1n;
  return { datasetId, audienceId: audience === 0n ? null : audience };
}

/** Changes with every document that leaves its layer (prisma/migrations, knowledge_communities). */
export async function layersVersion(
  statements: Pick<Statements, 'knowledgeDataset'>,
  datasetId: string,
): Promise<bigint | null> {
  const row = await statements.knowledgeDataset.findUnique({
    where: { id: datasetId },
    select: { layersVersion: true },
  });
  return row?.layersVersion ?? null;
}
