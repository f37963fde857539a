/** A load test: its schedule, its measurements, and whether a level is valid. */
export { readAnswer } from './answer.ts';
export { dueTimes, paced } from './arrivals.ts';
export { Durations } from './durations.ts';
export type { ArrivedChunk } from './event-stream.ts';
export { isAnswered } from './exchange.ts';
export type { Exchange } from './exchange.ts';
export { LOAD_FAILURES, failureOfStatus } from './failures.ts';
export type { LoadFailure } from './failures.ts';
export { reportLevel } from './level-report.ts';
export type { LevelReport } from './level-report.ts';
export { ARRIVALS } from './load.ts';
export type { LevelPlan, Load } from './load.ts';
export { performanceMetric } from './metrics.ts';
export { bodyOf, promptOf } from './prompts.ts';
export type { Message, Prompts } from './prompts.ts';
export { TIMINGS, Tally } from './tally.ts';
export type { StoredTally, Timing } from './tally.ts';
export type { InvalidCode } from './validity.ts';
