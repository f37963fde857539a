/** What a synthesis was asked for, as a row from its beginning on: a job that fails or is cancelled has no result. */
import type { Database } from '../../platform/database/client.ts';

export interface SynthesisRun {
  /** The client's name of the run. */
  readonly name: string | null;
  readonly engine_id: string;
  /** Items that were asked for. */
  readonly asked: number;
  /** Items of the whole order; `null` when it is no preview. */
  readonly preview_of: number | null;
}

/** Can be repeated. */
export async function keepRun(
  { db }: Database,
  jobId: string,
  { name, engine_id, asked, preview_of }: SynthesisRun,
): Promise<void> {
  const row = { jobId, name, engineId: engine_id, asked, previewOf: preview_of };
  await db.synthesisRun.createMany({ data: [row], skipDuplicates: true });
}

/** `null` for a job that has not begun. */
export async function readRun({ db }: Database, jobId: string): Promise<SynthesisRun | null> {
  const row = await db.synthesisRun.findUnique({ where: { jobId } });
  return row && { name: row.name, engine_id: row.engineId, asked: row.asked, preview_of: row.previewOf };
}
