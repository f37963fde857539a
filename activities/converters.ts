/** The processes that convert untrusted documents: a crash, an endless loop or a bomb ends one of them, never the worker. */
import type { Config } from '../platform/config.ts';
import { createProcessPool } from '../platform/process-pool.ts';
import type { PoolRunOptions, ProcessPool } from '../platform/process-pool.ts';
import type { ConverterEngineId } from '../engines/parse/catalog.ts';
import type { DocumentFacts } from '../engines/parse/describe.ts';
import type { DocumentRange } from '../engines/parse/ranges.ts';
import type { ParsedImage, ParseInput, Progress } from '../engines/parse/types.ts';
import type { PoolInput } from '../platform/pooled-process.ts';
import type { WorkerMetrics } from './metrics.ts';
import { ProcessorBudget } from './processor-budget.ts';

export interface ConverterRequest {
  readonly engine_id: ConverterEngineId;
  /** The bytes come as the first of the inputs. */
  readonly input: Omit<ParseInput, 'bytes'>;
  /** Of the whole document. */
  readonly source_bytes: number;
  /** A part of the work on a long document; `null` for the whole of it, or its survey when it proves to be long. */
  readonly part: PartRequest | null;
}

/** For a range, the survey is the second input; for the joining, the survey and the contents of the parts are all of them. */
export type PartRequest = { readonly kind: 'convert'; readonly range: DocumentRange } | { readonly kind: 'join' };

/** What the bytes are that a converter delivers. */
export type ConverterOutput =
  | { readonly kind: 'markdown' | 'survey' | 'part' }
  | ({ readonly kind: 'image' } & Omit<ParsedImage, 'bytes'>);

export type ConverterAnswer =
  | { readonly kind: 'document'; readonly document: DocumentFacts }
  | { readonly kind: 'long'; readonly ranges: readonly DocumentRange[] }
  | { readonly kind: 'part' };

type Processes = ProcessPool<ConverterRequest, ConverterAnswer, Progress, ConverterOutput>;

/** The processor time of a request follows from what it brings. */
export type ConversionOptions = Omit<PoolRunOptions<Progress, ConverterOutput>, 'budgetMs' | 'inputs'> & {
  readonly inputs: readonly PoolInput[];
};

export interface ConverterPool extends Pick<Processes, 'close'> {
  /** Has a converter answer; rejects as {@link ProcessPool.run} does. */
  readonly run: (request: ConverterRequest, options: ConversionOptions) => Promise<ConverterAnswer>;
  /** How many requests wait for a converter that runs this engine. */
  readonly waiting: (engine: ConverterEngineId) => number;
}

export type WatchedConverterPool = ConverterPool & Pick<Processes, 'load'>;

const SCRIPT = new URL('./converter-process.ts', import.meta.url);

/**
 * Processes beyond those of the settings, for tenants that hold none: a tenant whose documents hold all the others does not
 * keep another's first one waiting.
 */
export const CONVERTERS_IN_RESERVE = 1;

/** Processes of all engines that need no native code. */
export function createConverterPool(
  config: Pick<Config['parse'], 'converters' | 'converterMemoryMb' | 'maxMarkdownBytes'>,
): WatchedConverterPool {
  const { converters: size, converterMemoryMb: memoryMb, maxMarkdownBytes } = config;
  const args = [String(maxMarkdownBytes)];
  return budgeted(createProcessPool({ script: SCRIPT, size, reserve: CONVERTERS_IN_RESERVE, memoryMb, args }));
}

/**
 * The one process of document AI: its threads use all processors that it is given, and its models much memory. A second one
 * in reserve would make both slower: tenants take turns with whole documents.
 */
export function createDocumentAiPool(
  { directory, threads, memoryMb }: Config['documentAi'],
  { maxMarkdownBytes }: Pick<Config['parse'], 'maxMarkdownBytes'>,
): WatchedConverterPool {
  const args = [String(maxMarkdownBytes), directory, String(threads)];
  return budgeted(createProcessPool({ script: SCRIPT, size: 1, memoryMb, args, addons: directory }));
}

function budgeted(processes: Processes): WatchedConverterPool {
  return {
    run(request, options) {
      const budget = new ProcessorBudget(request.engine_id, request.input.mediaType, sizeOf(options.inputs));
      const onProgress = (progress: Progress): void => {
        budget.add(progress);
        options.onProgress?.(progress);
      };
      return processes.run(request, { ...options, budgetMs: () => budget.ms, onProgress });
    },
    waiting: () => processes.load().waiting,
    load: () => processes.load(),
    close: () => processes.close(),
  };
}

/** Bytes of all inputs together. */
export function sizeOf(inputs: readonly PoolInput[]): number {
  return inputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The pools of a worker, each of which it has only when one of its profiles needs it. */
export function joinConverterPools(
  pools: { readonly parse: WatchedConverterPool | null; readonly documentAi: WatchedConverterPool | null },
  metrics: WorkerMetrics,
): ConverterPool {
  if (pools.parse) metrics.watchPool('parse', pools.parse);
  if (pools.documentAi) metrics.watchPool('document-ai', pools.documentAi);
  const poolOf = (engine: ConverterEngineId): WatchedConverterPool => {
    const pool = engine === 'document_ai_converter' ? pools.documentAi : pools.parse;
    if (pool === null) throw new Error(`This worker has no converter for ${engine}.`);
    return pool;
  };
  return {
    run: async (request, options) => poolOf(request.engine_id).run(request, options),
    waiting: (engine) => poolOf(engine).waiting(engine),
    close: async () => {
      await Promise.all([pools.parse?.close(), pools.documentAi?.close()]);
    },
  };
}
