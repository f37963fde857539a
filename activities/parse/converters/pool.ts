/** The processes that convert untrusted documents. A crash, an endless loop or a zip bomb ends one of them, never the worker. */
import { ConfigError } from '../../../platform/config.ts';
import type { Config } from '../../../platform/config.ts';
import { isDocumentAiSetUp } from '../../../platform/document-ai.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import type { PoolRunOptions, ProcessPool } from '../../../platform/process-pool/index.ts';
import type { ConverterEngineId } from '../../../engines/parse/catalog.ts';
import type { DocumentFacts } from '../../../engines/parse/describe.ts';
import type { DocumentRange } from '../../../engines/parse/ranges.ts';
import type { FormatFile } from '../../../engines/parse/formats/index.ts';
import type { Embedded } from '../../../engines/parse/formats/html-page.ts';
import type { MadeFormat } from '../../../engines/parse/options.ts';
import type { PageSpan, ParsedImage, ParseInput, ParseWarning, Progress } from '../../../engines/parse/types.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import { CONVERTERS_IN_RESERVE, converterPoolsOf } from '../../../domain/workers.ts';
import type { WorkerProfileName } from '../../../domain/workers.ts';
import { observeEngine } from './engine-work.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import { ProcessorBudget } from './processor-budget.ts';

export interface ConverterRequest {
  readonly engine_id: ConverterEngineId;
  /** The bytes are the first of the inputs. */
  readonly input: Omit<ParseInput, 'bytes'>;
  /** Size of the whole document. */
  readonly source_bytes: number;
  /** A part of the work on a long document; `null` asks for the whole document, or for its survey if it turns out to be long. */
  readonly part: PartRequest | null;
}

/**
 * For `convert`, the survey is the second input. For `join`, the inputs are the survey and the contents of the parts. For
 * `formats`, the inputs are the Markdown, its places, and the bytes of the images.
 */
export type PartRequest =
  | { readonly kind: 'convert'; readonly range: DocumentRange }
  | { readonly kind: 'join' }
  | {
      readonly kind: 'formats';
      readonly formats: readonly MadeFormat[];
      readonly title: string | null;
      readonly language: string | null;
      readonly pages: readonly PageSpan[];
      readonly images: readonly Omit<Embedded, 'bytes'>[];
    };

/** Describes the bytes that a converter delivers. */
export type ConverterOutput =
  | { readonly kind: 'markdown' | 'places' | 'survey' | 'part' }
  | ({ readonly kind: 'format' } & Omit<FormatFile, 'bytes'>)
  | ({ readonly kind: 'image' } & Omit<ParsedImage, 'bytes'>);

export type ConverterAnswer =
  | { readonly kind: 'document'; readonly document: DocumentFacts }
  | { readonly kind: 'long'; readonly ranges: readonly DocumentRange[] }
  | { readonly kind: 'part' }
  | { readonly kind: 'formats'; readonly warnings: readonly ParseWarning[] };

type Processes = ProcessPool<ConverterRequest, ConverterAnswer, Progress, ConverterOutput>;

/** The processor time budget is not an option: it is computed from the request. */
export type ConversionOptions = Omit<PoolRunOptions<Progress, ConverterOutput>, 'budgetMs' | 'inputs'> & {
  readonly inputs: readonly PoolInput[];
};

export interface ConverterPool extends Pick<Processes, 'close'> {
  /** Sends a request to a converter, within a processor time budget and with metrics. Rejects as {@link ProcessPool.run} does. */
  readonly run: (request: ConverterRequest, options: ConversionOptions) => Promise<ConverterAnswer>;
  /** How many requests wait for a converter that runs this engine. */
  readonly waiting: (engine: ConverterEngineId) => number;
}

export interface ConverterSettings {
  readonly parse: Pick<Config['parse'], 'converters' | 'converterMemoryMb' | 'maxMarkdownBytes'>;
  readonly documentAi: Config['documentAi'];
}

const SCRIPT = new URL('./process.ts', import.meta.url);

/** The converters that a worker with these profiles needs. Throws {@link ConfigError} when it needs document AI and that is not set up. */
export function openConverters(
  config: ConverterSettings,
  profiles: readonly WorkerProfileName[],
  metrics: WorkerMetrics,
): ConverterPool {
  const needed = converterPoolsOf(profiles);
  const runsModels = needed.has('document-ai') && config.documentAi.doclingUrl === null;
  const documentAi = runsModels ? createDocumentAiPool(config) : null;
  const parse = needed.has('parse') ? createParsePool(config) : null;
  if (parse) metrics.watchPool('parse', parse);
  if (documentAi) metrics.watchPool('document-ai', documentAi);
  const poolOf = (engine: ConverterEngineId): Processes => {
    const pool = engine === 'document_ai_converter' ? documentAi : parse;
    if (pool === null) throw new Error(`This worker has no converter for ${engine}.`);
    return pool;
  };

  return {
    async run(request, options) {
      const { engine_id, part } = request;
      const { mediaType } = request.input;
      const bytes = options.inputs.reduce((sum, input) => sum + input.bytes, 0);
      const budget = new ProcessorBudget(engine_id, mediaType, bytes);
      const onProgress = (progress: Progress): void => {
        budget.add(progress);
        options.onProgress?.(progress);
      };
      return observeEngine(
        metrics,
        engine_id,
        part?.kind ?? 'whole',
        { mediaType, bytes },
        () => poolOf(engine_id).run(request, { ...options, budgetMs: () => budget.ms, onProgress }),
        (answer) => pagesOf(answer, part),
      );
    },
    waiting: (engine) => poolOf(engine).load().waiting,
    async close() {
      await Promise.all([parse?.close(), documentAi?.close()]);
    },
  };
}

const NOUNS = { work: 'document', process: 'converter' };

/** Processes for all engines that need no native code. */
function createParsePool({ parse }: ConverterSettings): Processes {
  const { converters: size, converterMemoryMb: memoryMb, maxMarkdownBytes } = parse;
  const args = [String(maxMarkdownBytes)];
  return createProcessPool({ script: SCRIPT, size, reserve: CONVERTERS_IN_RESERVE, memoryMb, args, nouns: NOUNS });
}

/**
 * The single process of document AI. Its threads use all the processors it is given, and its models use much memory, so a second
 * process would slow both down. Tenants take turns with whole documents.
 */
function createDocumentAiPool({ documentAi, parse }: ConverterSettings): Processes {
  const { directory, threads, memoryMb } = documentAi;
  if (!isDocumentAiSetUp(directory)) {
    throw new ConfigError(
      `Document AI is not set up in ${directory}. Fix: run npm run setup:document-ai, or set DOCUMENT_AI_DIR or DOCLING_URL.`,
    );
  }
  const args = [String(parse.maxMarkdownBytes), directory, String(threads)];
  return createProcessPool({ script: SCRIPT, size: 1, memoryMb, args, addons: directory, nouns: NOUNS });
}

/** Pages are counted when ranges are converted; surveys and joins count none. */
function pagesOf(answer: ConverterAnswer, part: PartRequest | null): number {
  if (answer.kind === 'document') return part === null ? answer.document.pages.length : 0;
  return part?.kind === 'convert' ? part.range.pages : 0;
}
