/** A case of a run with what its measurements found, as results and reports show it. */
import type { Case } from '../cases/case.ts';
import type { CaseScore } from './repeats.ts';

export interface ScoredCase {
  /** Its place among the cases of the run, from 0. */
  readonly ordinal: number;
  readonly subject: Case;
  /** In the order of the measurements. */
  readonly scores: readonly (CaseScore & {
    /** Of the measurement in the run, from 0. */
    readonly position: number;
    /** What the score rests on: that of the first repeat with a score, or of the first when none has. */
    readonly evidence: Readonly<Record<string, unknown>>;
  })[];
}
