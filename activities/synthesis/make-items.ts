/** The step that makes the next items of an order without a model. */
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { addItems, countItems } from '../../domain/synthesis/items.ts';
import { readOrder } from '../../domain/synthesis/orders.ts';
import { sourcesOf } from '../../domain/synthesis/sources.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { poolCaller } from '../step/pool-caller.ts';
import type { Step } from '../step/step.ts';
import type { MakingPool } from './making/pool.ts';
import type { MakeInput, Round } from './types.ts';

export interface MakeDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly making: Pick<MakingPool, 'make'>;
}

/**
 * Continues after the items that are stored: it makes those again, which takes little, and keeps the ones behind them.
 * So a repeated attempt ends with the same items.
 */
export async function makeItems(
  { database, objects, making }: MakeDependencies,
  { envelope, order_digest, wanted }: MakeInput,
  step: Step,
): Promise<Round> {
  const { order } = await readOrder(objects, step.jobId, order_digest, step.signal);
  if ('model' in order) throw new Error(`${order.engine_id} was ordered of a model.`);
  const { unchecked, accepted, rejected } = await countItems(database, step.jobId);
  const skip = unchecked + accepted + Object.values(rejected).reduce((sum, count) => sum + count, 0);
  // Rows need no check: what is valid and what is not is known as they are made.
  const [before, state] =
    order.engine_id === 'schema_rows' ? [accepted, 'accepted' as const] : [unchecked, 'unchecked' as const];
  const caller = poolCaller(envelope, step);
  step.begin();
  let completed = before;
  const closed = await closedSources(database, accessorOf(envelope), step.jobId);
  const sources = (await sourcesOf(database, step.jobId)).filter(({ id }) => !closed.has(id));
  const rest = { order, skip, wanted: wanted - before };
  const { exhausted, facts = null } = await making.make(rest, sources, caller, async (from, items) => {
    await addItems(database, step.jobId, { from, items, state });
    completed += items.filter((item) => item.rejected === null).length;
    step.onProgress({ completed, total: wanted, unit: 'candidates', message: null });
  });
  return { added: completed, exhausted, stopped_by: null, facts };
}
