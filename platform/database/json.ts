import type { Prisma } from './generated/client.ts';

/** Plain JSON for a JSON column; drops what JSON cannot represent. */
export function json(value: unknown): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}
