/** Rows of what the items of a synthesis are made from. */
import { Type } from 'typebox';
import type { KnownFact, Source } from '../../engines/synthesis/items/index.ts';
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { decoder } from '../../platform/stored-json.ts';

const text = Type.Optional(Type.String());
const range = Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()]));
const OriginShape = Type.Object({
  dataset_id: text,
  document_id: text,
  object_id: text,
  chunk_id: text,
  pages: range,
  span: range,
  license: text,
  source: text,
});
const NameShape = Type.Object({ name: Type.String(), label: Type.String() });
const FactShape = Type.Object({
  subject: NameShape,
  predicate: Type.String(),
  object: NameShape,
  start: Type.Integer(),
  end: Type.Integer(),
});
const originOf = decoder('The origin of a source', OriginShape);
const factsOf: (stored: unknown) => readonly KnownFact[] = decoder('The facts of a source', Type.Array(FactShape));

/** Adds sources from a place on. */
export async function addSources(
  { db }: Database,
  jobId: string,
  from: number,
  sources: readonly Source[],
): Promise<void> {
  const rows = sources.map(({ id, title, text: body, origin, facts }, index) => ({
    jobId,
    ordinal: from + index,
    id,
    title,
    text: body,
    origin: json(origin),
    facts: facts === null ? Prisma.DbNull : json(facts),
  }));
  await db.synthesisSource.createMany({ data: rows, skipDuplicates: true });
}

/** Removes the sources of a job: what an attempt that did not finish has read. */
export async function removeSources({ db }: Database, jobId: string): Promise<void> {
  await db.synthesisSource.deleteMany({ where: { jobId } });
}

/** Sources that are read at a time: each can be a text of some 100,000 characters. */
const BATCH = 100;

/** The sources of a job, in order. */
export async function sourcesOf({ db }: Database, jobId: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (let isLast = false; !isLast;) {
    const rows = await db.synthesisSource.findMany({
      where: { jobId, ordinal: { gte: sources.length } },
      orderBy: { ordinal: 'asc' },
      take: BATCH,
    });
    sources.push(
      ...rows.map(({ id, title, text: body, origin, facts }) => ({
        id,
        title,
        text: body,
        origin: originOf(origin),
        facts: facts === null ? null : factsOf(facts),
      })),
    );
    isLast = rows.length < BATCH;
  }
  return sources;
}
