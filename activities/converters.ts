/** The processes that convert untrusted documents: a crash, an endless loop or a bomb ends one of them, never the worker. */
import type { Config } from '../platform/config.ts';
import { createProcessPool } from '../platform/process-pool.ts';
import type { ProcessPool } from '../platform/process-pool.ts';
import type { EngineId } from '../engines/parse/catalog.ts';
import type { DocumentPart, DocumentRange, LongDocument } from '../engines/parse/ranges.ts';
import type { ParsedDocument, ParseInput, Progress } from '../engines/parse/types.ts';

export interface ConverterRequest {
  readonly engine_id: EngineId;
  readonly input: ParseInput;
  /** A part of the work on a long document; `null` for the whole of it, or its survey when it proves to be long. */
  readonly part: PartRequest | null;
}

export type PartRequest =
  | { readonly kind: 'convert'; readonly survey: Uint8Array; readonly range: DocumentRange }
  | { readonly kind: 'join'; readonly survey: Uint8Array; readonly parts: readonly Uint8Array[] };

export type ConverterAnswer =
  | { readonly kind: 'document'; readonly document: ParsedDocument }
  | { readonly kind: 'long'; readonly long: LongDocument }
  | { readonly kind: 'part'; readonly part: DocumentPart };

export type ConverterPool = ProcessPool<ConverterRequest, ConverterAnswer, Progress>;

export function createConverterPool(config: Config['parse']): ConverterPool {
  return createProcessPool({
    script: new URL('./converter-process.ts', import.meta.url),
    size: config.converters,
    memoryMb: config.converterMemoryMb,
  });
}
