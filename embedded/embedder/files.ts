/** Where the embedder's files are: ONNX Runtime in `node_modules`, and a folder for each model. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingModelId } from './catalog.ts';

/** Increases with each change of a model's files. */
const RELEASE = '1';

/** Marker file of a model, written after everything else is in place. */
export const markerOf = (directory: string, model: EmbeddingModelId): string =>
  join(directory, model, `release-${RELEASE}`);

/** Whether `npm run setup:embedder` has been run for the model. */
export function isModelSetUp(directory: string, model: EmbeddingModelId): boolean {
  return existsSync(markerOf(directory, model)) && existsSync(join(directory, 'node_modules', 'onnxruntime-node'));
}
