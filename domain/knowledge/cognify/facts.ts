/** Rows of facts and of the evidence that supports them. A fact without evidence is removed by the database. */
import type { Validity } from '../../../engines/knowledge/time/index.ts';
import type { Statements } from '../../../platform/database/client.ts';

/** A fact that a chunk states, between two names that the chunk mentions. */
export interface NewFact {
  /** Normal forms. */
  readonly subject: string;
  readonly object: string;
  readonly predicate: string;
  /** UTF-16 code units of the chunk's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What found it: `rules`, `record` or the name of a model. */
  readonly extractor: string;
  /** When its sentence says that it held; absent: it does not say it. */
  readonly validity?: Validity | null;
}

/** Adds facts with their evidence. A fact whose ends the dataset does not know, or are the same, is left out. */
export async function addFacts(
  statements: Statements,
  datasetId: string,
  facts: readonly (NewFact & { readonly chunkId: bigint })[],
): Promise<void> {
  if (facts.length === 0) return;
  const column = <T>(read: (fact: (typeof facts)[number]) => T): T[] => facts.map(read);
  await statements.$executeRaw`
    WITH stated AS MATERIALIZED (
      SELECT stated.*, subject.id AS subject_id, object.id AS object_id
      FROM unnest(${column(({ chunkId }) => chunkId)}::bigint[], ${column(({ subject }) => subject)}::text[],
          ${column(({ predicate }) => predicate)}::text[], ${column(({ object }) => object)}::text[],
          ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[],
          ${column(({ extractor }) => extractor)}::text[],
          ${column(({ validity }) => validity?.from ?? null)}::int[],
            ${column(({ validity }) => validity?.to ?? null)}::int[],
          ${column(({ validity }) => validity?.start ?? null)}::int[],
            ${column(({ validity }) => validity?.end ?? null)}::int[])
        AS stated(chunk_id, subject, predicate, object, start, "end", extractor, valid_from, valid_to, date_start,
          date_end)
      JOIN knowledge_entity subject ON subject.dataset_id = ${datasetId} AND subject.name = stated.subject
      JOIN knowledge_entity object ON object.dataset_id = ${datasetId} AND object.name = stated.object
      WHERE subject.id <> object.id
    ), fact AS (
      INSERT INTO knowledge_fact (dataset_id, subject_id, predicate, object_id)
      SELECT DISTINCT ${datasetId}, subject_id, predicate, object_id FROM stated
      ON CONFLICT (dataset_id, subject_id, predicate, object_id) DO UPDATE SET predicate = excluded.predicate
      RETURNING id, subject_id, predicate, object_id
    )
    INSERT INTO knowledge_evidence
      (fact_id, chunk_id, start, "end", extractor, valid_from, valid_to, date_start, date_end)
    SELECT fact.id, stated.chunk_id, stated.start, stated."end", stated.extractor, stated.valid_from, stated.valid_to,
      stated.date_start, stated.date_end
    FROM stated JOIN fact USING (subject_id, predicate, object_id)
    ON CONFLICT DO NOTHING`;
}
