/** Pipelines over derived rows: coding rules, vectors of facts, sessions as documents. */
export {
  chunkTexts,
  chunksForRules,
  commitRules,
  countChunksForRules,
  countRuleExtraction,
  listRules,
} from './coding-rules.ts';
export type { ChunkRules, RuleSelection, StatedRule } from './coding-rules.ts';
export { addFactVectors, factTexts, factsToEmbed, wasEmbedded } from './fact-vectors.ts';
export type { FactSelection } from './fact-vectors.ts';
export { NODE_TYPES, findNodes, selectedFact } from './nodes.ts';
export type { NodeSelection } from './nodes.ts';
export { askedSessions, keepSessionDocuments, sessionsToKeep } from './session-documents.ts';
export type { AskedSession, SessionSelection } from './session-documents.ts';
