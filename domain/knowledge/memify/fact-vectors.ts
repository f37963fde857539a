/** Vectors of facts, read as texts. The database removes a vector with its fact. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { addCounts } from '../../jobs/counts.ts';
import { inRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Range, Rows } from '../../jobs/row-ranges.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';
import type { DatasetModel } from '../datasets/datasets.ts';
import { noteRefusedFacts } from '../documents/refusals.ts';
import { isOfModel, vectorLiteral } from '../datasets/vectors.ts';
import type { MemifyCounts } from './pipelines.ts';

/** Facts that are to have a vector of the model. */
export interface FactSelection {
  readonly datasetId: string;
  readonly model: DatasetModel;
  /** On `knowledge_fact fact`. */
  readonly which: Prisma.Sql;
}

/** On `knowledge_fact fact`: the model of its dataset was asked for its vector. */
export function wasEmbedded(): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_fact_vector known JOIN knowledge_dataset dataset ON dataset.id = known.dataset_id
    WHERE known.fact_id = fact.id AND known.model = dataset.embedding_model)`;
}

/** On `knowledge_fact fact`: it is selected, and the model has not been asked for its vector. */
export function isFactDue({ datasetId, model, which }: FactSelection): Prisma.Sql {
  return Prisma.sql`(fact.dataset_id = ${datasetId}
    AND NOT EXISTS (SELECT FROM knowledge_fact_vector vector WHERE vector.fact_id = fact.id AND ${isOfModel(model)})
    AND ${which})`;
}

/** The facts after a row that are still to be embedded. */
export function factsToEmbed(
  database: Database,
  selection: FactSelection,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT fact.id FROM knowledge_fact fact
    WHERE ${isFactDue(selection)} AND fact.id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

export interface FactText {
  readonly id: bigint;
  /**
   * Subject, predicate and object. The names are normal forms, so that the text is the fact's own, whatever chunks
   * state it.
   */
  readonly text: string;
}

/** Those of a range that are still to be embedded. */
export function factTexts({ db }: Database, selection: FactSelection, { first, last }: Rows): Promise<FactText[]> {
  return db.$queryRaw<FactText[]>`
    SELECT fact.id, concat_ws(' ', subject.name, fact.predicate, object.name) AS text FROM knowledge_fact fact
    JOIN knowledge_entity subject ON subject.id = fact.subject_id
      JOIN knowledge_entity object ON object.id = fact.object_id
    WHERE ${isFactDue(selection)} AND fact.id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY fact.id`;
}

/**
 * Adds vectors to facts in one transaction, and counts them and what was refused (`vector` is `null`). A fact that was
 * removed meanwhile is left out.
 */
export async function addFactVectors(
  { db }: Database,
  turn: Turn,
  model: string,
  embedded: readonly { readonly id: bigint; readonly vector: Float32Array | null }[],
): Promise<void> {
  const ids = embedded.map(({ id }) => id);
  const literals = embedded.map(({ vector }) => vectorLiteral(vector));
  const { datasetId } = turn;
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const made = await statements.$queryRaw<{ id: bigint; is_refused: boolean }[]>`
      INSERT INTO knowledge_fact_vector AS known (fact_id, model, dataset_id, embedding)
      SELECT fact.id, ${model}, ${datasetId}, made.embedding::vector
      FROM unnest(${ids}::bigint[], ${literals}::text[]) AS made(fact_id, embedding)
      JOIN knowledge_fact fact ON fact.id = made.fact_id AND fact.dataset_id = ${datasetId}
      ON CONFLICT (fact_id, model) DO UPDATE SET embedding = excluded.embedding
        WHERE vector_dims(known.embedding) IS DISTINCT FROM vector_dims(excluded.embedding)
      RETURNING known.fact_id AS id, known.embedding IS NULL AS is_refused`;
    const refused = made.filter(({ is_refused }) => is_refused).map(({ id }) => id);
    await noteRefusedFacts(statements, turn.jobId, refused);
    const counts: MemifyCounts = { facts_embedded: made.length - refused.length, facts_refused: refused.length };
    await addCounts(statements, turn.jobId, counts);
  });
}
