/** The processes that convert untrusted documents: a crash, an endless loop or a bomb ends one of them, never the worker. */
import type { Config } from '../platform/config.ts';
import { createProcessPool } from '../platform/process-pool.ts';
import type { ProcessPool } from '../platform/process-pool.ts';
import type { EngineId } from '../engines/parse/catalog.ts';
import type { ParsedDocument, ParseInput, Progress } from '../engines/parse/types.ts';

export interface ConverterRequest {
  readonly engine_id: EngineId;
  readonly input: ParseInput;
}

export type ConverterPool = ProcessPool<ConverterRequest, ParsedDocument, Progress>;

export function createConverterPool(config: Config['parse']): ConverterPool {
  return createProcessPool({
    script: new URL('./converter-process.ts', import.meta.url),
    size: config.converters,
    memoryMb: config.converterMemoryMb,
  });
}
