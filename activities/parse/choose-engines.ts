import { availabilities } from '../../engines/parse/availability.ts';
import type { Probes } from '../../engines/availability.ts';
import { findEngine } from '../../engines/parse/catalog.ts';
import { isUnpacked } from '../../engines/parse/options.ts';
import { route } from '../../engines/parse/route.ts';
import type { RouteSource } from '../../engines/parse/route.ts';
import type { CompiledRequest } from '../../domain/parse/request.ts';
import type { RoutedSource } from './types.ts';

/**
 * The engines to try on a source, each with its task queue and the secret that it must wait for, if any; none for an
 * archive whose files are parsed by themselves. The choice is recorded in the job's history.
 */
export async function chooseEngines(
  probes: Probes,
  request: CompiledRequest,
  source: RouteSource,
): Promise<Pick<RoutedSource, 'chain' | 'skipped'>> {
  if (isUnpacked(request.options, source.media_type)) return { chain: [], skipped: [] };
  const available = await availabilities(probes);
  const { chain, skipped } = route({ ...request, ocr: request.options.ocr }, source, available);
  return {
    chain: chain.map((step) => {
      const { task_queue, secret } = findEngine(step.engine_id);
      const isMissing = available.get(step.engine_id)?.status === 'needs_credential';
      return { ...step, task_queue, awaited_secret: isMissing ? secret : null };
    }),
    skipped,
  };
}
