/** What Add jobs keep of documents: the inputs as they were submitted, and their labels. */
import type { Database } from '../../../../platform/database/client.ts';
import type { ObjectStore } from '../../../../platform/objects/index.ts';
import { inputsPrefix } from '../../datasets/keys.ts';

/**
 * Removes the inputs that became these documents from the object store, and their labels from the outcomes of their
 * jobs.
 */
export async function removeInputs(
  { db }: Database,
  objects: ObjectStore,
  documentIds: readonly string[],
): Promise<void> {
  const where = { documentId: { in: [...documentIds] } };
  const inputs = await db.knowledgeInput.findMany({ where, select: { jobId: true, ordinal: true } });
  for (const [jobId, ofJob] of Map.groupBy(inputs, (input) => input.jobId)) {
    const names = new Set(ofJob.map(({ ordinal }) => `${ordinal}.json`));
    for await (const page of objects.list(inputsPrefix(jobId))) {
      for (const { key } of page) if (names.has(key.split('/').at(-1) ?? '')) await objects.remove(key);
    }
  }
  await db.knowledgeInput.updateMany({ where, data: { label: null } });
}
