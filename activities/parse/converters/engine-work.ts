/** Observes the work of an engine with a span and metrics. Neither contains any content of the document. */
import { findEngine } from '../../../engines/parse/catalog.ts';
import type { EngineId } from '../../../engines/parse/catalog.ts';
import { inSpan } from '../../../platform/tracing/span.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { Step } from '../../step/step.ts';

export type EngineMetrics = Pick<WorkerMetrics, 'engineSeconds' | 'pages'>;

/** What an engine is asked for: a whole document, a page range of a long one, the document joined from all ranges, or its formats. */
type Part = 'whole' | 'convert' | 'join' | 'formats';

/** Counts the time from now until the returned function is called as usage of the step, whether the work succeeds or fails. */
export function startEngineClock({ spend }: Pick<Step, 'spend'>, source: EngineId): () => void {
  const began = performance.now();
  return () => spend({ source, unit: 'engine_seconds', amount: Math.round(performance.now() - began) / 1000 });
}

/** Runs one engine request with a span and metrics. `pagesOf` counts the pages of its result. */
export async function observeEngine<T>(
  metrics: EngineMetrics,
  engine: EngineId,
  part: Part,
  { mediaType, bytes }: { readonly mediaType: string; readonly bytes: number },
  work: () => Promise<T>,
  pagesOf: (made: T) => number,
): Promise<T> {
  const attributes = {
    'tidemill.engine.id': engine,
    'tidemill.engine.version': findEngine(engine).version,
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
