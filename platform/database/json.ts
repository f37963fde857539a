import type { Prisma } from './generated/client.ts';
import { storable } from './storable.ts';

/** Plain JSON for a JSON column; drops what JSON cannot represent. */
export function json(value: unknown): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}

/**
 * JSON to cast in a raw statement. Text that Postgres cannot store is removed here: in JSON it is escaped, where a
 * statement does not find it.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(storable(value));
}
