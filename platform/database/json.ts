import type { Prisma } from './generated/client.ts';

/** Plain JSON for a JSON column: what cannot be written as JSON is dropped here, as it would be there. */
export function json(value: unknown): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}
