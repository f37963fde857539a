/** Communities of a graph: dividing it, describing and summarizing its parts. */
export {
  DESCRIPTION_PROMPT,
  MOST_DESCRIPTION_TOKENS,
  checkDescription,
  descriptionPrompt,
  estimateDescriptions,
} from './description.ts';
export type { Description, DescriptionAnswer } from './description.ts';
export { divideGraph } from './divide.ts';
export type { DividedCommunity, Division, Known, Placed } from './divide.ts';
export type { Edge } from './graph.ts';
export { withParts } from './hierarchy.ts';
export type { FormerCommunity } from './hierarchy.ts';
export { MOST_OF_PART, MOST_PARTS, divideAmong, spread } from './parts.ts';
export {
  MOST_POINTS_TOKENS,
  OVERVIEW_RULES,
  POINTS_RULES,
  POINTS_SCHEMA,
  checkPoints,
  mostForAnswer,
  mostForAny,
  mostForPoints,
  overviewPrompt,
} from './points.ts';
export type { Point } from './points.ts';
export { MOST_SENTENCES, summarize } from './summary.ts';
export type { MemberPassage, SummarySentence } from './summary.ts';
