/** Reports of evaluations as pages of HTML. */
export { comparisonPage } from './comparison.ts';
export type { ReportedLevel } from './performance/level.ts';
export { performancePage } from './performance/page.ts';
export type { ReportedMetric } from './quality/metric.ts';
export { qualityPage } from './quality/page.ts';
export { UNRANKED, placeOf } from './quality/worst.ts';
