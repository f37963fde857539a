/**
 * The processes that read imported files: a row of any form keeps none of the worker's other steps waiting, and a
 * hostile file ends no worker.
 */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { READING_PROCESS_MB } from '../../../../domain/workers.ts';
import type { RowPieces, Survey } from '../../../../engines/evaluation/datasets/index.ts';
import { createProcessPool } from '../../../../platform/process-pool/index.ts';
import type { PoolCaller } from '../../../../platform/process-pool/index.ts';
import type { PoolInput } from '../../../../platform/process-pool/pooled-process.ts';
import type { WorkerMetrics } from '../../../metrics.ts';
import type { ReadingCalls, ReadingOutput, ReadingRequest } from './process.ts';

export interface ReadingPool {
  /** The file is read with its pieces, which throw what {@link ProcessPool.run} rejects with. */
  readonly read: (request: ReadingRequest, file: PoolInput, caller: PoolCaller) => RowPieces;
  readonly close: () => Promise<void>;
}

/** Processor time of a file: 1 MiB of empty lists, the slowest row known, takes .4 s. */
const BASE_MS = 10_000;
const PER_MIB_MS = 2000;
const MIB = 1024 ** 2;

const SCRIPT = new URL('./process.ts', import.meta.url);

/** Opens a reading process, with one in reserve for another tenant. */
export function openReading(metrics: Pick<WorkerMetrics, 'watchPool'>): ReadingPool {
  const pool = createProcessPool<ReadingCalls>({
    script: SCRIPT,
    size: 1,
    reserve: 1,
    memoryMb: READING_PROCESS_MB,
    nouns: { work: 'file', process: 'reading process' },
  });
  metrics.watchPool('reading', pool);
  return {
    read: (request, file, caller) => {
      const budgetMs = BASE_MS + (file.bytes / MIB) * PER_MIB_MS;
      let survey: Survey = { rows: 0, columns: [] };
      async function* pieces(): AsyncGenerator<Uint8Array> {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        const lines = writable.getWriter();
        const onOutput = async ({ rows }: ReadingOutput, content: Readable): Promise<void> => {
          await lines.write(await buffer(content));
          survey = { ...survey, rows };
        };
        const left = new AbortController();
        const signal = AbortSignal.any([caller.signal, left.signal]);
        const options = { ...caller, signal, inputs: [file], onOutput, budgetMs: () => budgetMs, isUnderWay: false };
        const run = pool
          .run('read', request, options)
          .then((found) => {
            survey = found;
            return lines.close();
          })
          .catch((error: unknown) => lines.abort(error));
        try {
          yield* readable;
        } finally {
          left.abort();
          await run;
        }
      }
      return { pieces: pieces(), survey: () => survey };
    },
    close: () => pool.close(),
  };
}
