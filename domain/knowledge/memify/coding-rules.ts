/** Rules about code that chunks state. A rule is a span of its chunk, and goes with it; its text is the chunk's. */
import type { CodingRule, RuleKind } from '../../../engines/knowledge/rules/coding-rules.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { addCounts } from '../../jobs/counts.ts';
import { inRanges } from '../../jobs/batches.ts';
import type { PlanSize, Range, Rows } from '../../jobs/batches.ts';
import { readableDocument } from '../readable.ts';
import { lockInTurn } from '../cognify/turns.ts';
import type { Turn } from '../cognify/turns.ts';
import { selectedChunk } from './nodes.ts';
import type { NodeSelection } from './nodes.ts';

/** Chunks whose rules are to be read. */
export interface RuleSelection {
  readonly datasetId: string;
  /** What reads them: a chunk that something else has read is read again. */
  readonly extractor: string;
  readonly nodes: NodeSelection | null;
}

function due({ datasetId, extractor, nodes }: RuleSelection): Prisma.Sql {
  return Prisma.sql`chunk.dataset_id = ${datasetId} AND chunk.rules_read_by IS DISTINCT FROM ${extractor}
    AND ${selectedChunk(nodes)}`;
}

/** The chunks after a row whose rules are still to be read. */
export function chunksForRules(
  database: Database,
  selection: RuleSelection,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const chunks = Prisma.sql`SELECT chunk.id FROM knowledge_chunk chunk
    WHERE ${due(selection)} AND chunk.id > ${after}::bigint`;
  return inRanges(database, chunks, plan);
}

export interface ChunkText {
  readonly id: bigint;
  readonly body: string;
  /** Of its document. */
  readonly language: string | null;
}

/** Those of a range whose rules are still to be read. */
export function chunkTexts({ db }: Database, selection: RuleSelection, { first, last }: Rows): Promise<ChunkText[]> {
  return db.$queryRaw<ChunkText[]>`
    SELECT chunk.id, chunk.body, document.language
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE ${due(selection)} AND chunk.id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY chunk.id`;
}

/** The rules of one chunk. */
export interface ChunkRules {
  readonly chunk: bigint;
  readonly rules: readonly CodingRule[];
}

/** Replaces and counts the rules of these chunks in one transaction. A chunk that was removed meanwhile is left out. */
export async function commitRules(
  { db }: Database,
  turn: Turn,
  extractor: string,
  read: readonly ChunkRules[],
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const present = await statements.$queryRaw<{ id: bigint }[]>`
      UPDATE knowledge_chunk chunk SET rules_read_by = ${extractor}
      WHERE id = ANY(${read.map(({ chunk }) => chunk)}::bigint[]) AND rules_read_by IS DISTINCT FROM ${extractor}
      RETURNING id`;
    const ids = new Set(present.map(({ id }) => id));
    const data = read
      .filter(({ chunk }) => ids.has(chunk))
      .flatMap(({ chunk, rules }) =>
        rules.map((rule) => ({ ...rule, chunkId: chunk, datasetId: turn.datasetId, extractor })),
      );
    await statements.knowledgeRule.deleteMany({ where: { chunkId: { in: [...ids] } } });
    await statements.knowledgeRule.createMany({ data });
    await addCounts(statements, turn.jobId, { chunks_read: ids.size, rules: data.length });
  });
}

export interface StatedRule {
  readonly id: string;
  readonly kind: RuleKind;
  /** UTF-16 code units of `body`, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
  readonly chunk: string;
  readonly heading: string;
  readonly body: string;
  readonly documentId: string;
}

/** At most `take` rules of a dataset after a row that the caller may read, in order. */
export function listRules(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  after: string,
  take: number,
): Promise<StatedRule[]> {
  return db.$queryRaw<StatedRule[]>`
    SELECT rule.id::text, rule.kind, rule.start, rule."end", rule.extractor, chunk.id::text AS chunk, chunk.heading, chunk.body,
      document.document_id AS "documentId"
    FROM knowledge_rule rule JOIN knowledge_chunk chunk ON chunk.id = rule.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE rule.dataset_id = ${datasetId} AND rule.id > ${after}::bigint AND ${readableDocument(caller)}
    ORDER BY rule.id LIMIT ${take}`;
}
