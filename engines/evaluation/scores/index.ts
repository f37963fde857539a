/** Scores of cases: across repeats, summed up, compared between two runs. */
export { compareMeasurement } from './comparison.ts';
export type { MeasurementComparison } from './comparison.ts';
export { acrossRepeats } from './repeats.ts';
export type { CaseScore } from './repeats.ts';
export type { ScoredCase } from './scored-case.ts';
export { meets, summarize } from './summary.ts';
export type { GroupedScore } from './summary.ts';
