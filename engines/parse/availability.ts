import { availabilityOf } from '../availability.ts';
import type { Availability, Probes } from '../availability.ts';
import { ENGINE_CATALOG } from './catalog.ts';
import type { EngineId } from './catalog.ts';

export type Availabilities = ReadonlyMap<EngineId, Availability>;

/** {@link availabilityOf} of every parse engine. */
export async function availabilities(probes: Probes): Promise<Availabilities> {
  return new Map(
    await Promise.all(
      ENGINE_CATALOG.map(async (engine) => [engine.engine_id, await availabilityOf(engine, probes)] as const),
    ),
  );
}
