/**
 * The processes that convert untrusted documents. A crash, an endless loop or a zip bomb ends one of them, never the
 * worker.
 */
import { ConfigError } from '../../../platform/config.ts';
import type { Config } from '../../../domain/settings.ts';
import { isDocumentAiSetUp } from '../../../domain/parse/document-ai.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import type { PoolRunOptions, ProcessPool } from '../../../platform/process-pool/index.ts';
import type { Progress } from '../../../engines/parse/documents/index.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import { CONVERTERS_IN_RESERVE, converterPoolsOf } from '../../../domain/workers.ts';
import type { WorkerProfileName } from '../../../domain/workers.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import { observeEngine, sourceOf } from './engine-work.ts';
import { ProcessorBudget } from './processor-budget.ts';
import type { ConverterCalls } from './process.ts';
import type { ConverterAnswer, ConverterOutput, ConverterRequest } from './request.ts';

type Processes = ProcessPool<ConverterCalls>;

/** The processor time budget is not an option: it is computed from the request. */
export type ConversionOptions = Omit<PoolRunOptions<Progress, ConverterOutput>, 'budgetMs' | 'inputs'> & {
  readonly inputs: readonly PoolInput[];
};

export interface ConverterPool extends Pick<Processes, 'close'> {
  /**
   * Sends a request to a converter, within a processor time budget and with metrics. Rejects as {@link ProcessPool.run}
   * does.
   */
  readonly run: (request: ConverterRequest, options: ConversionOptions) => Promise<ConverterAnswer>;
  /** How many requests wait for a converter that takes this one. */
  readonly waiting: (request: ConverterRequest) => number;
}

export interface ConverterSettings {
  readonly parse: Pick<Config['parse'], 'converters' | 'converterMemoryMb' | 'maxMarkdownBytes'>;
  readonly documentAi: Config['documentAi'];
}

const SCRIPT = new URL('./process.ts', import.meta.url);

/**
 * The converters that a worker with these profiles needs. Throws {@link ConfigError} when it needs document AI and that
 * is not set up.
 */
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
  const poolOf = (request: ConverterRequest): Processes => {
    const source = sourceOf(request);
    const pool = source === 'document_ai_converter' ? documentAi : parse;
    if (pool === null) throw new Error(`This worker has no converter for ${source}.`);
    return pool;
  };

  return {
    async run(request, options) {
      const source = sourceOf(request);
      const mediaType = request.kind === 'formats' ? MARKDOWN : request.input.mediaType;
      const bytes = options.inputs.reduce((sum, input) => sum + input.bytes, 0);
      const budget = new ProcessorBudget(source, mediaType, bytes);
      const onProgress = (progress: Progress): void => {
        budget.add(progress);
        options.onProgress?.(progress);
      };
      return observeEngine(
        metrics,
        source,
        request.kind,
        { mediaType, bytes },
        () => poolOf(request).run('convert', request, { ...options, budgetMs: () => budget.ms, onProgress }),
        (answer) => pagesOf(answer, request),
      );
    },
    waiting: (request) => poolOf(request).load().waiting,
    async close() {
      await Promise.all([parse?.close(), documentAi?.close()]);
    },
  };
}

/** Formats are made of it, whatever it was made of. */
const MARKDOWN = 'text/markdown';

const NOUNS = { work: 'document', process: 'converter' };

/** Processes for all engines that need no native code. */
function createParsePool({ parse }: ConverterSettings): Processes {
  const { converters: size, converterMemoryMb: memoryMb, maxMarkdownBytes } = parse;
  const args = [String(maxMarkdownBytes)];
  return createProcessPool({ script: SCRIPT, size, reserve: CONVERTERS_IN_RESERVE, memoryMb, args, nouns: NOUNS });
}

/**
 * The single process of document AI. Its threads use all the processors it is given, and its models use much memory, so
 * a second process would slow both down. Tenants take turns with whole documents.
 */
function createDocumentAiPool({ documentAi, parse }: ConverterSettings): Processes {
  const { directory, threads, memoryMb } = documentAi;
  if (!isDocumentAiSetUp(directory)) {
    throw new ConfigError(
      `Document AI is not set up in ${directory}. Fix: run npm run setup:document-ai, or set DOCUMENT_AI_DIR ` +
        'or DOCLING_URL.',
    );
  }
  const args = [String(parse.maxMarkdownBytes), directory, String(threads)];
  return createProcessPool({ script: SCRIPT, size: 1, memoryMb, args, addons: directory, nouns: NOUNS });
}

/** Pages are counted when ranges are converted; surveys and joins count none. */
function pagesOf(answer: ConverterAnswer, request: ConverterRequest): number {
  if (request.kind === 'range') return request.range.pages;
  return request.kind === 'document' && answer.kind === 'document' ? answer.document.pages.length : 0;
}
