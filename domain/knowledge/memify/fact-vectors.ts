/** Vectors of facts, read as texts. The database removes a vector with its fact. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { vectorLiteral } from '../cognify/chunks.ts';
import { addCounts } from '../../jobs/counts.ts';
import { inRanges } from '../../jobs/batches.ts';
import type { PlanSize, Range, Rows } from '../../jobs/batches.ts';
import { lockInTurn } from '../cognify/turns.ts';
import type { Turn } from '../cognify/turns.ts';
import { selectedFact } from './nodes.ts';
import type { NodeSelection } from './nodes.ts';

/** Facts that are to have a vector of the model. */
export interface FactSelection {
  readonly datasetId: string;
  readonly model: string;
  readonly nodes: NodeSelection | null;
}

/** The facts after a row that have no vector of the model yet. */
export function factsToEmbed(
  database: Database,
  selection: FactSelection,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  return inRanges(database, Prisma.sql`SELECT fact.id ${due(selection)} AND fact.id > ${after}::bigint`, plan);
}

function due({ datasetId, model, nodes }: FactSelection): Prisma.Sql {
  return Prisma.sql`FROM knowledge_fact fact WHERE fact.dataset_id = ${datasetId}
    AND NOT EXISTS (
      SELECT FROM knowledge_fact_vector vector WHERE vector.fact_id = fact.id AND vector.model = ${model})
    AND ${selectedFact(nodes)}`;
}

export interface FactText {
  readonly id: bigint;
  /** Subject, predicate and object. The names are normal forms, so that the text is the fact's own, whatever chunks state it. */
  readonly text: string;
}

/** Those of a range that have no vector of the model yet. */
export function factTexts({ db }: Database, selection: FactSelection, { first, last }: Rows): Promise<FactText[]> {
  return db.$queryRaw<FactText[]>`
    WITH due AS (SELECT fact.* ${due(selection)} AND fact.id BETWEEN ${first}::bigint AND ${last}::bigint)
    SELECT due.id, concat_ws(' ', subject.name, due.predicate, object.name) AS text FROM due
    JOIN knowledge_entity subject ON subject.id = due.subject_id JOIN knowledge_entity object ON object.id = due.object_id
    ORDER BY due.id`;
}

/** Adds and counts vectors in one transaction. A fact that was removed meanwhile is left out, one that has a vector keeps it. */
export async function addFactVectors(
  { db }: Database,
  turn: Turn,
  model: string,
  vectors: readonly { readonly id: bigint; readonly vector: Float32Array }[],
): Promise<void> {
  const ids = vectors.map(({ id }) => id);
  const literals = vectors.map(({ vector }) => vectorLiteral(vector));
  const { datasetId } = turn;
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const facts_embedded = await statements.$executeRaw`
      INSERT INTO knowledge_fact_vector (fact_id, model, dataset_id, embedding)
      SELECT fact.id, ${model}, ${datasetId}, made.embedding::vector
      FROM unnest(${ids}::bigint[], ${literals}::text[]) AS made(fact_id, embedding)
      JOIN knowledge_fact fact ON fact.id = made.fact_id AND fact.dataset_id = ${datasetId}
      ON CONFLICT DO NOTHING`;
    await addCounts(statements, turn.jobId, { facts_embedded });
  });
}
