/** Corrections about names, as rows: made, listed and taken back. */
import { ServiceError } from '../../../../errors/index.ts';
import type { Database, Statements } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { json } from '../../../../platform/database/json.ts';
import type { Accessor } from '../../../access/policy.ts';
import { lockToAdd } from '../../datasets/locks.ts';
import { readableDocument } from '../../datasets/access.ts';
import { sensesIn } from './senses.ts';
import type { FurtherSenses } from './senses.ts';
import { isInForce } from '../corrections-in-force.ts';
import { isMentioned } from '../../documents/mentions.ts';

export const CORRECTION_KINDS = ['merge', 'separate', 'split'] as const;
export const CORRECTION_SOURCES = ['person', 'consolidation'] as const;

/** What a person decides. */
export interface NewCorrection {
  readonly kind: (typeof CORRECTION_KINDS)[number];
  /** Normal forms; of a merge, the main one first. */
  readonly names: readonly string[];
  readonly senses: FurtherSenses | null;
}

export interface Correction extends NewCorrection {
  readonly id: string;
  readonly source: (typeof CORRECTION_SOURCES)[number];
  readonly subject: string;
  readonly jobId: string | null;
  readonly score: number | null;
  readonly reasons: readonly string[];
  /** It keeps consolidation from deciding again what was taken back, and changes nothing else. */
  readonly undoes: boolean;
  readonly createdAt: Date;
}

/**
 * What the corrections of persons about one dataset may have together: names of each, and documents of split names. All
 * of them are gone through whenever the graph is read, and names that are apart are pairs.
 */
export const MOST_CORRECTED = { names: 10_000, documents: 100_000 } as const;

/** The row of a correction; `too_many_corrections` beyond {@link MOST_CORRECTED}. */
export function addCorrection(
  { db }: Database,
  { subject }: Accessor,
  datasetId: string,
  { kind, names, senses }: NewCorrection,
): Promise<{ readonly id: bigint }> {
  return db.$transaction(async (statements) => {
    await lockToAdd(statements, datasetId);
    await requireRoom(statements, datasetId, names.length, senses?.flat().length ?? 0);
    const data = { datasetId, kind, names: [...names], senses: senses === null ? Prisma.DbNull : json(senses) };
    return statements.knowledgeCorrection.create({
      data: { ...data, source: 'person', subject },
      select: { id: true },
    });
  });
}

async function requireRoom(statements: Statements, datasetId: string, names: number, documents: number): Promise<void> {
  const [present] = await statements.$queryRaw<{ names: number; documents: number }[]>`
    SELECT coalesce(sum(cardinality(correction.names)), 0)::int AS names, coalesce(sum(listed.documents), 0)::int AS
      documents
    FROM knowledge_correction correction CROSS JOIN LATERAL (
      SELECT sum(jsonb_array_length(sense.documents)) AS documents
        FROM jsonb_array_elements(correction.senses) sense(documents)) listed
    WHERE correction.dataset_id = ${datasetId} AND correction.source = 'person' AND NOT correction.undoes`;
  const isRoom =
    (present?.names ?? 0) + names <= MOST_CORRECTED.names &&
    (present?.documents ?? 0) + documents <= MOST_CORRECTED.documents;
  if (isRoom) return;
  const limits = `${MOST_CORRECTED.names} names and ${MOST_CORRECTED.documents} documents`;
  throw new ServiceError('too_many_corrections', `The corrections of a dataset have at most ${limits}.`, {
    limit_names: MOST_CORRECTED.names,
    limit_documents: MOST_CORRECTED.documents,
  });
}

/** Which corrections are meant. */
export interface CorrectionFilter {
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
}

interface Selection {
  readonly caller: Accessor;
  readonly datasetId: string;
  readonly filter: CorrectionFilter;
}

/**
 * On `knowledge_correction correction`: the caller may see it. Those are the caller's own, and those with at least two
 * names, or a split name, that documents mention which the caller may read. What others have undone may rest on
 * documents that the caller may not read.
 */
function visible({ caller, datasetId, filter }: Selection): Prisma.Sql {
  const readable = readableDocument(caller);
  const known = Prisma.sql`(SELECT count(*) FROM knowledge_entity entity
    WHERE entity.dataset_id = correction.dataset_id AND entity.name = ANY(correction.names)
      AND ${isMentioned(Prisma.sql`entity.id`, readable)})`;
  return Prisma.sql`correction.dataset_id = ${datasetId}
    AND ${filter.id === undefined ? Prisma.sql`true` : Prisma.sql`correction.id = ${filter.id}::bigint`}
    AND ${filter.jobId === undefined ? Prisma.sql`true` : Prisma.sql`correction.decided_by = ${filter.jobId}`}
    AND (${isOwn(caller)} OR (NOT correction.undoes AND ${isInForce(readable)}
      AND ${known} >= least(2, cardinality(correction.names))))`;
}

/** On `knowledge_correction correction`: the caller made it, so that it tells the caller nothing. */
const isOwn = ({ subject }: Accessor): Prisma.Sql =>
  Prisma.sql`(correction.source = 'person' AND correction.subject = ${subject})`;

/**
 * At most `take` corrections after a row that the caller may see, oldest first; their names and documents as far as the
 * caller may read them.
 */
export async function listCorrections(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  filter: CorrectionFilter,
  after: string,
  take: number,
): Promise<Correction[]> {
  const readable = readableDocument(caller);
  const rows = await db.$queryRaw<(Omit<Correction, 'senses'> & { senses: unknown })[]>`
    SELECT correction.id::text, correction.kind, correction.source, correction.subject, correction.decided_by AS
      "jobId",
      correction.score, correction.reasons, correction.undoes, correction.created_at AS "createdAt", ARRAY(
        SELECT named.name FROM unnest(correction.names) WITH ORDINALITY named(name, at)
        WHERE ${isOwn(caller)} OR EXISTS (SELECT FROM knowledge_entity entity
          WHERE entity.dataset_id = correction.dataset_id AND entity.name = named.name
            AND ${isMentioned(Prisma.sql`entity.id`, readable)})
        ORDER BY named.at) AS names,
      CASE WHEN correction.senses IS NULL THEN NULL ELSE ARRAY(
        SELECT (SELECT coalesce(jsonb_agg(named.id), '[]') FROM jsonb_array_elements_text(sense.documents) named(id)
          WHERE ${isOwn(caller)} OR EXISTS (SELECT FROM knowledge_document document
            WHERE document.dataset_id = correction.dataset_id AND document.document_id = named.id AND ${readable}))
        FROM jsonb_array_elements(correction.senses) WITH ORDINALITY sense(documents, at) ORDER BY at) END AS senses
    FROM knowledge_correction correction
    WHERE ${visible({ caller, datasetId, filter })} AND correction.id > ${after}::bigint ORDER BY correction.id
      LIMIT ${take}`;
  return rows.map(({ senses, ...row }) => {
    const known = senses === null ? null : sensesIn(senses).filter((documents) => documents.length > 0);
    return { ...row, senses: known };
  });
}

/**
 * Takes corrections back that the caller may see; `not_found` when one is asked for and there is none. What
 * consolidation decided is remembered as the opposite, which binds consolidation alone, so that it does not decide the
 * same again. How many.
 */
export function undoCorrections(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  filter: CorrectionFilter,
): Promise<number> {
  return db.$transaction(async (statements) => {
    await lockToAdd(statements, datasetId);
    const undone = await statements.$queryRaw<{ kind: string; names: string[]; source: string }[]>`
      DELETE FROM knowledge_correction WHERE id IN (
        SELECT correction.id FROM knowledge_correction correction WHERE ${visible({ caller, datasetId, filter })})
      RETURNING kind, names, source`;
    if (undone.length === 0 && filter.id !== undefined) {
      throw new ServiceError('not_found', `There is no correction ${filter.id}.`);
    }
    await statements.knowledgeCorrection.createMany({
      data: undone
        .filter(({ source }) => source === 'consolidation')
        .map(({ kind, names }) => ({
          datasetId,
          names,
          source: 'person',
          subject: caller.subject,
          undoes: true,
          ...(kind === 'split' ? { kind, senses: [] } : { kind: 'separate' }),
        })),
    });
    return undone.length;
  });
}
