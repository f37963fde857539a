/**
 * Merges and splits that consolidation decides. They are computed for each layer of a dataset: the documents of one
 * audience with those that everybody may read who may read the dataset. Each names the chunks that it rests on, is
 * removed with the first of them that is removed, and counts for those who may read them all.
 */
import type { Database, Statements } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { json } from '../../../../platform/database/json.ts';
import { addCounts, isFirstCommit } from '../../../jobs/counts.ts';
import type { Found } from '../../../jobs/row-ranges.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import { isInForce } from '../corrections-in-force.ts';
import { documentOfLayer, readableInLayer } from '../../datasets/layers.ts';
import type { Layer } from '../../datasets/layers.ts';
import { findCandidates } from './candidates.ts';
import type { Candidate, CandidateSearch } from './candidates.ts';
import { findSplits, furtherOf } from './splits.ts';
import type { SplitCandidate } from './splits.ts';
import type { MemifyCounts } from '../../memify/pipelines.ts';

/** Entities of a layer that are compared: the most mentioned ones. */
const MOST_COMPARED = 50_000;
/** Names of a layer whose documents are told apart: those that most documents tell something of. */
const MOST_SPLIT = 10_000;

/** The merges and splits of a layer that its readers do not see yet. */
export interface Consolidation {
  readonly merges: readonly Candidate[];
  readonly splits: readonly SplitCandidate[];
}

export async function findConsolidation(
  database: Database,
  layer: Layer,
  threshold: number,
  findAlike?: CandidateSearch['findAlike'],
): Promise<Consolidation> {
  const { datasetId } = layer;
  const matching = readableInLayer(layer);
  const [{ candidates: merges }, splits] = await Promise.all([
    findCandidates(database, datasetId, matching, { threshold, most: MOST_COMPARED, findAlike }),
    findSplits(database, datasetId, matching, { threshold, most: MOST_SPLIT }),
  ]);
  // What rests on open documents alone is decided in their layer.
  const own = await database.db.$queryRaw<{ id: string }[]>`
    SELECT chunk.id::text FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${[...merges, ...splits].flatMap(({ support }) => support)}::bigint[])
      AND ${documentOfLayer(layer)}`;
  const isOwn = new Set(own.map(({ id }) => id));
  const restsOnLayer = ({ support }: { readonly support: readonly string[] }) =>
    support.some((chunk) => isOwn.has(chunk));
  return { merges: merges.filter(restsOnLayer), splits: splits.filter(restsOnLayer) };
}

export function countFindings({ merges, splits }: Consolidation): Found {
  return { merges_found: merges.length, splits_found: splits.length } satisfies MemifyCounts;
}

interface LayerConsolidation extends Consolidation {
  readonly layer: Layer;
  /** Who submitted the job. */
  readonly subject: string;
}

/** Decides and counts the merges and splits of a layer in one transaction, once for a step (`isFirstCommit`). */
export async function commitConsolidation(
  { db }: Database,
  turn: Turn,
  step: string,
  { layer, subject, merges, splits }: LayerConsolidation,
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    if (!(await isFirstCommit(statements, turn.jobId, step))) return;
    await dropSplits(statements, layer, splits);
    const counts: MemifyCounts = {
      merges: await addCorrections(statements, turn, subject, merges.map(mergeOf)),
      splits: await addCorrections(statements, turn, subject, splits.map(splitOf)),
    };
    await addCounts(statements, turn.jobId, { ...countFindings({ merges, splits }), ...counts });
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

const splitOf = ({ name, senses, score, reasons, support }: SplitCandidate): Corrected => ({
  correction: { kind: 'split', names: [name], senses: json(furtherOf(senses)), score, reasons: [...reasons] },
  support,
});

/** Earlier splits of these names by consolidation of the same layer: what documents tell has changed. */
async function dropSplits(statements: Statements, layer: Layer, splits: readonly SplitCandidate[]): Promise<void> {
  if (splits.length === 0) return;
  await statements.$executeRaw`
    DELETE FROM knowledge_correction correction WHERE correction.dataset_id = ${layer.datasetId}
      AND correction.kind = 'split'
      AND correction.source = 'consolidation' AND correction.names && ${splits.map(({ name }) => name)}::text[]
      AND ${isInForce(readableInLayer(layer))} AND EXISTS (
        SELECT FROM knowledge_correction_chunk support JOIN knowledge_chunk chunk ON chunk.id = support.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE support.correction_id = correction.id AND ${documentOfLayer(layer)})`;
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
      datasetId: turn.datasetId,
      source: 'consolidation',
      subject,
      decidedBy: turn.jobId,
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
