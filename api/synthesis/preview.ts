import type { StoredOrder } from '../../domain/synthesis/orders.ts';

type Order = StoredOrder['order'];

/** The order of the first items; of rows, of the first ones of each table. */
export function previewOf(order: Order, items: number): Order {
  if (order.engine_id !== 'schema_rows') return { ...order, count: Math.min(order.count, items) };
  const tables = order.tables.map((table) => ({ ...table, count: Math.min(table.count, items) }));
  return { ...order, tables, count: tables.reduce((sum, { count }) => sum + count, 0) };
}
