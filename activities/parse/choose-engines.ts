import { findEngine } from '../../engines/parse/catalog.ts';
import { route } from '../../engines/parse/route.ts';
import type { RouteSource } from '../../engines/parse/route.ts';
import type { ParseRequest, RoutedSource } from './types.ts';

/** The engines to try on a source, each with the queue of its workers. The choice is kept in the job's history. */
export function chooseEngines(request: ParseRequest, source: RouteSource): Pick<RoutedSource, 'chain' | 'skipped'> {
  const { chain, skipped } = route(request, source);
  return {
    chain: chain.map((step) => ({ ...step, task_queue: findEngine(step.engine_id).task_queue })),
    skipped,
  };
}
