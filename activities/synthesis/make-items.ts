/** The step that makes the items of an order without a model. */
import { fairnessKey } from '../../domain/jobs/priority.ts';
import { addItems, countItems } from '../../domain/synthesis/items.ts';
import type { ItemCounts } from '../../domain/synthesis/items.ts';
import { readOrder } from '../../domain/synthesis/orders.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Step } from '../step/step.ts';
import type { MakingPool } from './making/pool.ts';
import type { OrderInput } from './types.ts';

export interface MakeDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly making: Pick<MakingPool, 'make'>;
}

/** A repeated attempt makes all items again, which takes little, and keeps those that are rows. */
export async function makeItems(
  { database, objects, making }: MakeDependencies,
  { envelope, order_digest }: OrderInput,
  step: Step,
): Promise<ItemCounts> {
  const { order, sources } = await readOrder(objects, step.jobId, order_digest, step.signal);
  const before = await countItems(database, step.jobId);
  const skip = before.accepted + Object.values(before.rejected).reduce((sum, count) => sum + count, 0);
  const caller = {
    key: fairnessKey(envelope.tenant_id),
    signal: step.signal,
    timeoutMs: envelope.limits.step_timeout_ms,
  };
  step.begin();
  let { accepted } = before;
  await making.make({ order, sources, skip }, caller, async (from, items) => {
    await addItems(database, step.jobId, from, items);
    accepted += items.filter(({ rejected }) => rejected === null).length;
    step.onProgress({ completed: accepted, total: order.count, unit: 'items', message: null });
  });
  return countItems(database, step.jobId);
}
