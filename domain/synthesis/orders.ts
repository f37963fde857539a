/** The order of a job, with the texts of its request, as an object: it is too large for a workflow. */
import { Type } from 'typebox';
import { PERTURBATION_NAMES, QUESTION_KINDS, TableShape } from '../../engines/synthesis/options.ts';
import { ModelOrderShape } from '../../engines/synthesis/orders/index.ts';
import type { ModelOrder, Order } from '../../engines/synthesis/orders/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import { orderKey } from './keys.ts';

const shared = { count: Type.Integer(), seed: Type.Integer() };
const OrderShape = Type.Union([
  Type.Object({ ...shared, engine_id: Type.Literal('schema_rows'), tables: Type.Array(TableShape) }),
  Type.Object({
    ...shared,
    engine_id: Type.Literal('grounded_qa'),
    mix: Type.Partial(Type.Record(Type.Enum([...QUESTION_KINDS]), Type.Number())),
  }),
  Type.Object({
    ...shared,
    engine_id: Type.Literal('perturb'),
    perturbations: Type.Array(Type.Enum([...PERTURBATION_NAMES])),
    strength: Type.Number(),
  }),
]);
const ContextShape = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  license: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
});
/** A text of the request. */
export type Context = Stored<typeof ContextShape>;
const stored = decoder(
  'The order of a synthesis',
  Type.Object({ order: Type.Union([ModelOrderShape, OrderShape]), contexts: Type.Array(ContextShape) }),
);

export interface StoredOrder {
  readonly order: Order | ModelOrder;
  /** None unless the sources are texts of the request. */
  readonly contexts: readonly Context[];
}

/** Bytes of an order: more than a request can have. */
const MOST_BYTES = 100_000_000;

export async function readOrder(
  objects: ObjectStore,
  jobId: string,
  digest: string,
  signal: AbortSignal,
): Promise<StoredOrder> {
  const bytes = await objects.getBytes(orderKey(jobId, digest), { maxBytes: MOST_BYTES, signal });
  return stored(JSON.parse(Buffer.from(bytes).toString()));
}

export async function keepOrder(
  objects: ObjectStore,
  jobId: string,
  digest: string,
  order: StoredOrder,
): Promise<void> {
  await objects.put(orderKey(jobId, digest), JSON.stringify(order), 'application/json');
}
