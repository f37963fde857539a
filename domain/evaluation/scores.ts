/** Rows of what measurements found in the cases of an evaluation: one for each case, measurement and repeat. */
import type { Measured } from '../../engines/evaluation/metrics/index.ts';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';

export interface NewScore {
  readonly caseId: bigint;
  /** Of the measurement in the job, from 0. */
  readonly position: number;
  /** From 0. */
  readonly repeat: number;
  readonly measured: Measured;
}

/** Adds scores. Those that another attempt has added stay. */
export async function commitScores({ db }: Database, scores: readonly NewScore[]): Promise<void> {
  const rows = scores.map(({ caseId, position, repeat, measured }) => ({
    caseId,
    position,
    repeat,
    ...columnsOf(measured),
  }));
  await db.evaluationScore.createMany({ data: rows, skipDuplicates: true });
}

function columnsOf(measured: Measured) {
  if ('score' in measured) return { score: measured.score, unmeasured: null, evidence: json(measured.evidence) };
  const { unmeasured, about } = measured;
  return { score: null, unmeasured, evidence: json(about === undefined ? {} : { about }) };
}
