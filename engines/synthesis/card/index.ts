/** The data card of a synthesis. */
export { modelUsage, usagePerItem } from './card.ts';
export type { DataCard } from './card.ts';
export { cardPage } from './page.ts';
export { CardSurvey } from './survey.ts';
export type { Survey } from './survey.ts';
