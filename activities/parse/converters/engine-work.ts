/** Observes the work of an engine with a span and metrics. Neither contains any content of the document. */
import { findEngine } from '../../../engines/parse/catalog.ts';
import type { EngineId } from '../../../engines/parse/catalog.ts';
import { inSpan } from '../../../platform/tracing/span.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { Step } from '../../step/step.ts';
import type { ConverterRequest } from './request.ts';

export type EngineMetrics = Pick<WorkerMetrics, 'engineSeconds' | 'pages'>;

/** What converters spend their time on: an engine, or the formats of a document, which no engine makes. */
export type WorkSource = EngineId | 'formats';

export function sourceOf(request: ConverterRequest): Exclude<WorkSource, 'cloud_document_parser'> {
  return request.kind === 'formats' ? 'formats' : request.engine_id;
}

/**
 * Counts the time from now until the returned function is called as usage of the step, whether the work succeeds or
 * fails.
 */
export function startEngineClock({ spend }: Pick<Step, 'spend'>, source: WorkSource): () => void {
  const began = performance.now();
  return () => spend({ source, unit: 'engine_seconds', amount: Math.round(performance.now() - began) / 1000 });
}

/** Runs one request with a span and metrics. `pagesOf` counts the pages of its result. */
export async function observeEngine<T>(
  metrics: EngineMetrics,
  engine: WorkSource,
  part: ConverterRequest['kind'],
  { mediaType, bytes }: { readonly mediaType: string; readonly bytes: number },
  work: () => Promise<T>,
  pagesOf: (made: T) => number,
): Promise<T> {
  const attributes = {
    'tidemill.engine.id': engine,
    ...(engine !== 'formats' && { 'tidemill.engine.version': findEngine(engine).version }),
    'tidemill.engine.part': part,
    'tidemill.source.media_type': mediaType,
    'tidemill.source.bytes': bytes,
  };
  const stopClock = metrics.engineSeconds.startTimer({ engine });
  try {
    return await inSpan(`Engine ${engine}`, { attributes }, async (span) => {
      const made = await work();
      const pages = pagesOf(made);
      span.setAttribute('tidemill.document.pages', pages);
      metrics.pages.inc({ engine }, pages);
      return made;
    });
  } finally {
    stopClock();
  }
}
