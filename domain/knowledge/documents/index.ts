/** Documents of datasets: their rows, inputs, chunks and passages, as far as a caller may read them. */
export { callSubject, removeCallsOfRemoved } from './chunk-calls.ts';
export type { ShownChunk } from './chunk-calls.ts';
export type { ChunkText } from './chunk-texts.ts';
export { listChunks } from './chunks.ts';
export { INPUT_TYPES, documentsBetween, findDocument, listDocuments, readableAmong } from './documents.ts';
export type { DocumentRow, InputType, NewDocument, PageSpan } from './documents.ts';
export { matchingDocument } from './filter.ts';
export { readInputs, recordDocuments, recordFailure } from './inputs.ts';
export type { InputDocument, InputKey, InputOutcome, InputRecords, OutcomeCounts } from './inputs.ts';
export { drawPassages, readDrawnPassages } from './drawn-passages.ts';
export type { DatasetPassage } from './drawn-passages.ts';
export { readRefusals } from './refusals.ts';
