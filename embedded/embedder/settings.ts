/** Settings of the embedder: docs/models.md. */
import { join, resolve } from 'node:path';
import { defaultHome } from '../../platform/config/home.ts';
import type { SettingsReader } from '../../platform/config/reader.ts';
import { EMBEDDING_MODEL_IDS } from './catalog.ts';
import type { EmbeddingModelId } from './catalog.ts';

export interface EmbedderConfig {
  readonly host: string;
  readonly port: number;
  readonly model: EmbeddingModelId;
  /** Folder of its models and of ONNX Runtime, filled by `npm run setup:embedder`. */
  readonly directory: string;
  /** Threads that compute. */
  readonly threads: number;
  /** Texts that may wait. */
  readonly queue: number;
}

export const EMBEDDER_PORT = 8090;

export function readEmbedder({ env, text, integer, word }: SettingsReader): EmbedderConfig {
  return {
    host: text('EMBEDDER_HOST', '127.0.0.1'),
    port: integer('EMBEDDER_PORT', EMBEDDER_PORT, 0),
    model: word('EMBEDDER_MODEL', EMBEDDING_MODEL_IDS),
    directory: resolve(env['EMBEDDER_DIR']?.trim() || join(defaultHome(), 'embedder')),
    threads: integer('EMBEDDER_THREADS', 2, 1),
    queue: integer('EMBEDDER_QUEUE', 8192, 1),
  };
}
