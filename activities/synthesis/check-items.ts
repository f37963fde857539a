/** The step that decides which candidates become items of the result. */
import { acceptedItems, batchesOf, commitChecks, countItems } from '../../domain/synthesis/items.ts';
import type { CheckedItem, ItemCounts } from '../../domain/synthesis/items.ts';
import { Duplicates } from '../../engines/synthesis/checks/duplicates.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Step } from '../step/step.ts';
import type { MakingPool } from './making/pool.ts';
import type { CheckInput } from './types.ts';
import { poolCaller } from '../step/pool-caller.ts';

export interface CheckDependencies {
  readonly database: Database;
  readonly making: Pick<MakingPool, 'check'>;
}

/**
 * Checks candidates in the order of their places, until as many are accepted as were asked for; those behind stay unchecked. So the same
 * candidates give the same items, in however many rounds and attempts they come.
 */
export async function checkItems(
  { database, making }: CheckDependencies,
  { envelope, asked }: CheckInput,
  step: Step,
): Promise<ItemCounts> {
  const { jobId } = step;
  step.begin();
  const caller = poolCaller(envelope, step);
  let { accepted } = await countItems(database, jobId);
  const duplicates = new Duplicates();
  for await (const { ordinal, value } of acceptedItems(database, jobId)) duplicates.add(ordinal, value);
  for await (const candidates of batchesOf(database, jobId, 'unchecked')) {
    const values = candidates.map(({ value }) => value);
    const checkedAlone = await making.check(values, caller);
    const checked: CheckedItem[] = [];
    for (const [index, { ordinal, value }] of candidates.entries()) {
      if (accepted === asked) break;
      const { scores, rejected } = checkedAlone[index] ?? { scores: {}, rejected: null };
      const of = rejected ? null : duplicates.add(ordinal, value);
      const repeated = of === null ? null : ({ reason: 'duplicate', about: `item ${of}` } as const);
      checked.push({ ordinal, scores, rejected: rejected ?? repeated });
      if (rejected === null && repeated === null) accepted++;
    }
    await commitChecks(database, jobId, checked);
    step.onProgress({ completed: accepted, total: asked, unit: 'items', message: null });
    if (accepted === asked) break;
  }
  return countItems(database, jobId);
}
