/** What keeps datasets in order: removal, another embedding model, verification. */
export { addVectors, chunksToEmbed, unembeddedChunks } from './re-embedding/chunks.ts';
export { removeOtherVectors, switchModel } from './re-embedding/switch.ts';
export { countHidden, findRemoval, hideDocuments, recordDatasetRemoval } from './removal/hide-documents.ts';
export type { DocumentSelection } from './removal/hide-documents.ts';
export { hideDataset, removeDataset, removeExpiredDatasets, removeHiddenDocuments } from './removal/removal.ts';
export { datasetExists, verifyObjects, verifyRows } from './verify/index.ts';
