/** What chunks state, with when it held. */
import type { Claim, Conflict, Period } from '../../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';

/** A statement of a passage: spans are UTF-16 code units of its text, end exclusive. */
export interface StatedClaim extends Claim {
  readonly dataset: string;
  /** Rows of subject, object and document. */
  readonly subjectEntity: string;
  readonly objectEntity: string;
  readonly documentPk: string;
  readonly start: number;
  readonly end: number;
  /** The date that says when it held; `null`: none does. */
  readonly date: { readonly start: number; readonly end: number } | null;
}

export type StatedConflict = Conflict<StatedClaim>;

/** What chunks state. `which` and `order` are on the rows that the statement joins. */
export async function claimsOf(
  { db }: Database,
  which: Prisma.Sql,
  order: Prisma.Sql,
  take: number,
): Promise<StatedClaim[]> {
  const rows = await db.$queryRaw<
    (Omit<StatedClaim, 'valid' | 'date'> &
      Period & { readonly dateStart: number | null; readonly dateEnd: number | null })[]
  >`
    SELECT fact.id::text AS fact, subject.name AS subject, fact.predicate, object.name AS object, chunk.id::text AS
      chunk,
      fact.dataset_id AS dataset, subject.id::text AS "subjectEntity", object.id::text AS "objectEntity",
        document.id::text AS "documentPk",
      document.document_id AS "documentId", document.date_from AS written, evidence.extractor, evidence.start,
        evidence."end",
      evidence.valid_from AS "from", evidence.valid_to AS "to", evidence.date_start AS "dateStart", evidence.date_end
        AS "dateEnd"
    FROM knowledge_evidence evidence JOIN knowledge_fact fact ON fact.id = evidence.fact_id
    JOIN knowledge_entity subject ON subject.id = fact.subject_id
      JOIN knowledge_entity object ON object.id = fact.object_id
    JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE ${which} ORDER BY ${order} LIMIT ${take}`;
  return rows.map(({ from, to, dateStart, dateEnd, ...row }): StatedClaim => ({
    ...row,
    valid: { from, to },
    date: dateStart === null || dateEnd === null ? null : { start: dateStart, end: dateEnd },
  }));
}
