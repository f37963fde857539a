/** What Cognify derives from documents: chunks, names, facts, extracted graphs, and what remains to be done. */
export { callsEstimate } from './calls-estimate.ts';
export { chunkRules, overlapsTooMuch } from './chunk-rules.ts';
export { commitChunks, missingChunks } from './chunks.ts';
export type { CutChunk, DocumentChunks, NewChunk } from './chunks.ts';
export type { ChunkDate, DatePlace } from './dates.ts';
export type { NewMention } from './entities.ts';
export { extractionOfCut, extractionOfUnchanged } from './estimate.ts';
export {
  chunksToExtract,
  commitExtractions,
  countExtractions,
  extractionLeft,
  graphOf,
  unextractedChunks,
} from './extractions.ts';
export type { ChunkExtraction, ExtractionWork } from './extractions.ts';
export type { NewFact } from './facts.ts';
export { commitNames, knownTitles, titlesVersion, unreadChunks } from './names.ts';
export type { ReadChunk, UnreadChunk } from './names.ts';
export { chunkedHash, chunksToRead, documentsToChunk, isChunked, isDue, skippedHash } from './progress.ts';
export { readSkips, skipDocument } from './skips.ts';
