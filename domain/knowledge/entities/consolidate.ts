/**
 * Merges and splits that consolidation decides. They are computed for each layer of a dataset: the documents of one audience with those that everybody may read who
 * may read the dataset. Each names the chunks that it rests on, goes with the first of them, and counts for those who may read them all.
 */
import type { Database, Statements } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import { addCounts, isFirstCommit } from '../../jobs/counts.ts';
import type { Found, Rows } from '../../jobs/row-ranges.ts';
import { lockInTurn } from '../turns.ts';
import type { Turn } from '../turns.ts';
import { counts } from '../graph/corrections.ts';
import { layerOfRow } from '../layers.ts';
import { findCandidates } from './candidates.ts';
import type { Candidate, CandidateSearch } from './candidates.ts';
import { findSplits, furtherOf } from './splits.ts';
import type { SplitCandidate } from './splits.ts';

/** Entities of a layer that are compared: the most mentioned ones. */
const MOST_COMPARED = 50_000;
/** Names of a layer whose documents are told apart: those that most documents tell something of. */
const MOST_SPLIT = 10_000;

/** What the readers of a layer do not see yet. */
export interface LayerFindings {
  readonly merges: readonly Candidate[];
  readonly splits: readonly SplitCandidate[];
}

/** The merges and splits of a layer that its readers do not see yet. */
export async function layerFindings(
  database: Database,
  datasetId: string,
  { first }: Rows,
  threshold: number,
  findAlike?: CandidateSearch['findAlike'],
): Promise<LayerFindings> {
  const audience = layerOfRow(datasetId, first).audienceId;
  const matching = documentsOf(audience);
  const [{ candidates: merges }, splits] = await Promise.all([
    findCandidates(database, datasetId, matching, { threshold, most: MOST_COMPARED, findAlike }),
    findSplits(database, datasetId, matching, { threshold, most: MOST_SPLIT }),
  ]);
  if (audience === null || merges.length + splits.length === 0) return { merges, splits };
  // What rests on open documents alone is decided in their layer.
  const chunks = [...new Set([...merges, ...splits].flatMap(({ support }) => support))];
  const closed = await database.db.$queryRaw<{ id: string }[]>`
    SELECT chunk.id::text FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${chunks}::bigint[]) AND document.audience_id = ${audience}`;
  const isClosed = new Set(closed.map(({ id }) => id));
  const ofLayer = ({ support }: { readonly support: readonly string[] }) =>
    support.some((chunk) => isClosed.has(chunk));
  return { merges: merges.filter(ofLayer), splits: splits.filter(ofLayer) };
}

/** Holds for the documents of an audience, under the alias `document`, and for those that are open. */
function documentsOf(audience: bigint | null): Prisma.Sql {
  return Prisma.sql`(document.deleted_at IS NULL
    AND (document.audience_id IS NULL OR document.audience_id = ${audience}::bigint))`;
}

export interface Consolidation extends LayerFindings {
  readonly layer: Rows;
  /** Who submitted the job. */
  readonly subject: string;
}

/** How many a layer has. */
export const countFindings = ({ merges, splits }: LayerFindings): Found => ({
  ...{ merges_found: merges.length, splits_found: splits.length },
});

/** Decides and counts the merges and splits of a layer in one transaction, once for a step (`isFirstCommit`). */
export async function commitLayer(
  { db }: Database,
  turn: Turn,
  step: string,
  { layer, subject, ...findings }: Consolidation,
): Promise<void> {
  const { merges, splits } = findings;
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    if (!(await isFirstCommit(statements, turn.jobId, step))) return;
    await dropSplits(statements, turn, splits, layerOfRow(turn.datasetId, layer.first).audienceId);
    const merged = await addCorrections(statements, turn, subject, merges.map(mergeOf));
    const split = await addCorrections(statements, turn, subject, splits.map(splitOf));
    await addCounts(statements, turn.jobId, { ...countFindings(findings), merges: merged, splits: split });
  });
}

/** A row, and the chunks that it rests on. */
interface Corrected {
  readonly correction: Pick<
    Prisma.KnowledgeCorrectionCreateManyInput,
    'kind' | 'names' | 'senses' | 'score' | 'reasons'
  >;
  readonly support: readonly string[];
}

const mergeOf = ({ entities, score, reasons, support }: Candidate): Corrected => ({
  correction: { kind: 'merge', names: entities.map(({ name }) => name), score, reasons: [...reasons] },
  support,
});

const splitOf = ({ name, bearers, score, reasons, support }: SplitCandidate): Corrected => ({
  correction: { kind: 'split', names: [name], senses: json(furtherOf(bearers)), score, reasons: [...reasons] },
  support,
});

/** Earlier splits of these names by consolidation of the same layer: what documents tell has changed. */
async function dropSplits(
  statements: Statements,
  { datasetId }: Turn,
  splits: readonly SplitCandidate[],
  audience: bigint | null,
): Promise<void> {
  if (splits.length === 0) return;
  const ofLayer =
    audience === null
      ? Prisma.sql`true`
      : Prisma.sql`EXISTS (
    SELECT FROM knowledge_correction_chunk support JOIN knowledge_chunk chunk ON chunk.id = support.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE support.correction_id = correction.id AND document.audience_id = ${audience})`;
  await statements.$executeRaw`
    DELETE FROM knowledge_correction correction WHERE correction.dataset_id = ${datasetId} AND correction.kind = 'split'
      AND correction.source = 'consolidation' AND correction.names && ${splits.map(({ name }) => name)}::text[]
      AND ${counts(documentsOf(audience))} AND ${ofLayer}`;
}

/** The corrections as rows; those are left out whose chunks were removed meanwhile. How many. */
async function addCorrections(
  statements: Statements,
  turn: Turn,
  subject: string,
  corrections: readonly Corrected[],
): Promise<number> {
  const present = await statements.knowledgeChunk.findMany({
    where: { datasetId: turn.datasetId, id: { in: corrections.flatMap(({ support }) => support).map(BigInt) } },
    select: { id: true },
  });
  const chunks = new Set(present.map(({ id }) => String(id)));
  const kept = corrections.filter(({ support }) => support.every((chunk) => chunks.has(chunk)));
  const rows = await statements.knowledgeCorrection.createManyAndReturn({
    data: kept.map(({ correction }) => ({
      ...correction,
      ...{ datasetId: turn.datasetId, source: 'consolidation', subject, decidedBy: turn.jobId },
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
