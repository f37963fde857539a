/** Whether a dataset is whole: nothing without an owner in its tables and objects, and every count right. */
import type { Database, Statements } from '../../../../platform/database/client.ts';
import type { ObjectStore } from '../../../../platform/objects/index.ts';
import { knowledge } from '../../../manifests/knowledge.ts';
import { knownKeys } from '../../../storage/known-keys.ts';
import { datasetPrefix } from '../../datasets/keys.ts';
import { CHECKS } from './checks/index.ts';

/** Something that should not be. */
export interface Fault {
  readonly what: string;
  readonly count: number;
  /** Some of what it was found in. */
  readonly examples: readonly string[];
}

/** How many examples of a fault are given. */
const EXAMPLES = 5;

/** Documents that are read at a time. */
const BATCH = 1_000;

/** Whether a dataset has a row, even one that is being deleted. */
export async function datasetExists({ db }: Database, datasetId: string): Promise<boolean> {
  return (await db.knowledgeDataset.count({ where: { id: datasetId } })) > 0;
}

/** What is wrong with the rows of a dataset, deleted or not. */
export async function verifyRows(statements: Statements, datasetId: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { finds, rows } of Object.values(CHECKS).flat()) {
    const [found] = await statements.$queryRaw<{ count: number; examples: string[] | null }[]>`
      SELECT count(*)::int AS count, (array_agg(item::text))[1:${EXAMPLES}::int] AS examples
        FROM (${rows(datasetId)}) found`;
    if (found && found.count > 0) faults.push({ what: finds, count: found.count, examples: found.examples ?? [] });
  }
  return faults;
}

/**
 * Objects of a dataset that no row refers to, and rows whose objects are missing. All keys of the dataset are held in
 * memory.
 */
export async function verifyObjects(database: Database, objects: ObjectStore, datasetId: string): Promise<Fault[]> {
  const present = new Set<string>();
  const orphans: string[] = [];
  for await (const page of objects.list(datasetPrefix(datasetId))) {
    const keys = page.map(({ key }) => key);
    const known = await knownKeys(database, keys, knowledge.objects['knowledge/'].keys);
    orphans.push(...keys.filter((key) => !known.has(key)));
    for (const key of keys) present.add(key);
  }
  const missing: string[] = [];
  for (let after = 0n, isLast = false; !isLast;) {
    const documents = await database.db.knowledgeDocument.findMany({
      where: { datasetId, deletedAt: null, id: { gt: after } },
      select: { id: true, markdownKey: true, sourceKey: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    });
    const keys = documents.flatMap(({ markdownKey, sourceKey }) => [markdownKey, ...(sourceKey ? [sourceKey] : [])]);
    missing.push(...keys.filter((key) => !present.has(key)));
    after = documents.at(-1)?.id ?? after;
    isLast = documents.length < BATCH;
  }
  return [
    { what: 'objects that no row refers to', items: orphans },
    { what: 'objects that are missing', items: missing },
  ].flatMap(({ what, items }) =>
    items.length > 0 ? [{ what, count: items.length, examples: items.slice(0, EXAMPLES) }] : [],
  );
}
