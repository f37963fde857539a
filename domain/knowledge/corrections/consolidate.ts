/**
 * Merges that consolidation decides. They are computed for each layer of a dataset: the documents of one audience with those that everybody may read who
 * may read the dataset. Each names the chunks that it rests on, goes with the first of them, and counts for those who may read them all.
 */
import type { Database, Statements } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { addCounts, countOnce } from '../../jobs/counts.ts';
import type { Rows } from '../../jobs/row-ranges.ts';
import { lockInTurn } from '../cognify/turns.ts';
import type { Turn } from '../cognify/turns.ts';
import { layerOfRow } from '../layers.ts';
import { findCandidates } from './candidates.ts';
import type { Candidate, CandidateSearch } from './candidates.ts';

/** Entities of a layer that are compared: the most mentioned ones. */
const MOST_COMPARED = 50_000;

/** The merges of a layer that its readers do not see yet. */
export async function layerMerges(
  database: Database,
  datasetId: string,
  { first }: Rows,
  threshold: number,
  findAlike?: CandidateSearch['findAlike'],
): Promise<Candidate[]> {
  const audience = layerOfRow(datasetId, first).audienceId;
  const matching = Prisma.sql`(document.deleted_at IS NULL
    AND (document.audience_id IS NULL OR document.audience_id = ${audience}::bigint))`;
  const { candidates } = await findCandidates(database, datasetId, matching, {
    threshold,
    most: MOST_COMPARED,
    findAlike,
  });
  if (audience === null || candidates.length === 0) return candidates;
  // What rests on open documents alone is decided in their layer.
  const chunks = [...new Set(candidates.flatMap(({ support }) => support))];
  const closed = await database.db.$queryRaw<{ id: string }[]>`
    SELECT chunk.id::text FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${chunks}::bigint[]) AND document.audience_id = ${audience}`;
  const isClosed = new Set(closed.map(({ id }) => id));
  return candidates.filter(({ support }) => support.some((chunk) => isClosed.has(chunk)));
}

export interface Consolidation {
  readonly merges: readonly Candidate[];
  readonly layer: Rows;
  /** Who submitted the job. */
  readonly subject: string;
  /** Whether the merges are counted alone. */
  readonly isDryRun: boolean;
}

/** Decides and counts the merges of a layer in one transaction. Repeated, it changes nothing. */
export async function commitMerges({ db }: Database, turn: Turn, consolidation: Consolidation): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const { layer, isDryRun, merges } = consolidation;
    const found = { merges_found: merges.length };
    const isFirst = await countOnce(statements, turn.jobId, `layer ${layer.first}`, found);
    if (!isFirst || isDryRun) return;
    await addCounts(statements, turn.jobId, { merges: await addMerges(statements, turn, consolidation) });
  });
}

/** The merges as rows; those are left out whose chunks were removed meanwhile. How many. */
async function addMerges(statements: Statements, turn: Turn, { merges, subject }: Consolidation): Promise<number> {
  const present = await statements.knowledgeChunk.findMany({
    where: { datasetId: turn.datasetId, id: { in: merges.flatMap(({ support }) => support).map(BigInt) } },
    select: { id: true },
  });
  const chunks = new Set(present.map(({ id }) => String(id)));
  const kept = merges.filter(({ support }) => support.every((chunk) => chunks.has(chunk)));
  const rows = await statements.knowledgeCorrection.createManyAndReturn({
    data: kept.map(({ entities, score, reasons }) => ({
      ...{ datasetId: turn.datasetId, kind: 'merge', names: entities.map(({ name }) => name), source: 'consolidation' },
      ...{ subject, decidedBy: turn.jobId, score, reasons: [...reasons] },
    })),
    select: { id: true },
  });
  await statements.knowledgeCorrectionChunk.createMany({
    data: rows.flatMap(({ id }, at) =>
      (kept[at]?.support ?? []).map((chunk) => ({ correctionId: id, chunkId: BigInt(chunk) })),
    ),
  });
  return rows.length;
}
