/** What prevents the jobs of a parse request from starting, as far as known at submission. */
import { availabilities } from '../../engines/parse/availability.ts';
import type { Availabilities } from '../../engines/parse/availability.ts';
import { ENGINE_CATALOG } from '../../engines/parse/catalog.ts';
import type { EngineEntry } from '../../engines/parse/catalog.ts';
import { route } from '../../engines/parse/route.ts';
import type { RouteRequest } from '../../engines/parse/route.ts';
import { ServiceError } from '../../errors/index.ts';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../domain/manifests/parse.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import { isUnavailable } from '../../platform/faults/unavailable.ts';
import { engineLack, queueLack } from '../jobs/submit/readiness.ts';
import type { Lack } from '../jobs/submit/readiness.ts';
import type { Services } from '../services.ts';
import type { ReadableObjects } from '../../domain/storage/objects.ts';
import type { PlacedLocator } from './sources.ts';

/**
 * For each source, what its job will wait for, or `null`. The engine is chosen as the job will choose it; for a URL,
 * whose type is not known yet, only when the request names one. If Temporal does not respond, nothing is known.
 */
export async function lacksOf(
  services: Services,
  request: RouteRequest,
  locators: readonly PlacedLocator[],
  objects: ReadableObjects,
): Promise<readonly (Lack | null)[]> {
  try {
    const [available, noJobs, noFetching] = await Promise.all([
      availabilities(services.probes),
      queueLack(services, { taskQueue: JOBS_TASK_QUEUE, runs: 'workflows' }),
      queueLack(services, { taskQueue: PARSE_TASK_QUEUE, runs: 'activities' }),
    ]);
    return locators.map(({ locator }) => {
      const engine = firstEngine(request, locator, objects, available);
      const fetching = locator.kind === 'url' && engine?.engine_id !== 'web_crawler' ? noFetching : null;
      return noJobs ?? fetching ?? lackOf(engine, available);
    });
  } catch (error) {
    if (isUnavailable(error)) return locators.map(() => null);
    throw error;
  }
}

/** The engine that the job will ask first; `null` when that is not known, or none reads the source. */
function firstEngine(
  request: RouteRequest,
  locator: Locator,
  objects: ReadableObjects,
  available: Availabilities,
): EngineEntry | null {
  const object = locator.kind === 'object' ? objects.get(locator.object_id) : undefined;
  const chosen = object ? routed(request, object.mediaType, available) : request.engine_id;
  return ENGINE_CATALOG.find(({ engine_id }) => engine_id === chosen) ?? null;
}

function routed(request: RouteRequest, media_type: string, available: Availabilities): string | undefined {
  try {
    return route(request, { kind: 'object', media_type }, available).chain[0]?.engine_id;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function lackOf(engine: EngineEntry | null, available: Availabilities): Lack | null {
  const availability = engine && available.get(engine.engine_id);
  return availability ? engineLack(engine, availability) : null;
}

/** The engine that a task queue is for; `null` where several share it, or none has it. */
export function engineOfQueue(taskQueue: string): string | null {
  const [engine, ...others] = ENGINE_CATALOG.filter(({ task_queue }) => task_queue === taskQueue);
  return engine && others.length === 0 ? engine.engine_id : null;
}
