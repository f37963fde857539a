/** Rows of the dates that chunks write. They go with their chunks. */
import type { Statements } from '../../../platform/database/client.ts';

export const DATE_PLACES = ['text', 'heading'] as const;
export type DatePlace = (typeof DATE_PLACES)[number];

/** A date that a chunk writes: UTF-16 code units of its text or heading, end exclusive. */
export interface ChunkDate {
  readonly place: DatePlace;
  readonly start: number;
  readonly end: number;
  /** First and last day since 1970-01-01; `null`: open on that side. */
  readonly fromDay: number | null;
  readonly toDay: number | null;
}

/** Adds the dates of chunks that have none. */
export async function addDates(
  statements: Statements,
  dates: readonly (ChunkDate & { readonly chunkId: bigint })[],
): Promise<void> {
  if (dates.length > 0) await statements.knowledgeDate.createMany({ data: [...dates] });
}
