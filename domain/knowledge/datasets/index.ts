/** Datasets: their rows, turns of the jobs that derive from them, keys of their objects. */
export { countDatasets } from './counters.ts';
export type { DatasetCounters } from './counters.ts';
export {
  DATASET_RETENTION_CLASSES,
  changeDataset,
  createDataset,
  datasetMetadataOf,
  datasetToWrite,
  findDataset,
  isReadableDataset,
  listDatasets,
} from './datasets.ts';
export type { DatasetAttributes, DatasetModel, DatasetRow, DatasetSelector } from './datasets.ts';
export { documentIdOf, inputKey, newDocumentKey, newSourceKey } from './keys.ts';
export { layerOfRow, layersAfter } from './layers.ts';
export { endTurn, jobBefore, requestTurn } from './turns.ts';
export type { Turn } from './turns.ts';
