/** Communities of a graph: dividing it, and sentences that sum up its parts. */
export { divideGraph } from './divide.ts';
export type { DividedCommunity, Division, Known, Placed } from './divide.ts';
export type { Edge } from './graph.ts';
export { withParts } from './hierarchy.ts';
export type { FormerCommunity } from './hierarchy.ts';
export { MOST_OF_PART, MOST_PARTS, divideAmong, spread } from './parts.ts';
export { MOST_SENTENCES, summarize } from './summary.ts';
export type { MemberPassage, SummarySentence } from './summary.ts';
