/** Whether an engine can begin at once, and what it lacks if it cannot. */
import { ENGINE_CATALOG } from './catalog.ts';
import type { EngineEntry, EngineId } from './catalog.ts';

export const AVAILABILITY_STATUSES = ['ready', 'needs_worker', 'needs_credential'] as const;

export interface Availability {
  readonly status: (typeof AVAILABILITY_STATUSES)[number];
  /** The same in a sentence, with what to do. */
  readonly message: string;
}

/** How the installation is asked what it has at the moment; see platform/probes.ts. */
export interface Probes {
  /** Whether any worker takes the engine's tasks from the queue. */
  readonly hasWorker: (taskQueue: string) => Promise<boolean>;
  readonly hasSecret: (name: string) => Promise<boolean>;
}

export type Availabilities = ReadonlyMap<EngineId, Availability>;

export async function availabilityOf({ secret, task_queue }: EngineEntry, probes: Probes): Promise<Availability> {
  if (secret !== null && !(await probes.hasSecret(secret))) {
    return { status: 'needs_credential', message: missingSecret(secret) };
  }
  if (!(await probes.hasWorker(task_queue))) {
    // The queues of engines are called as the profiles of their workers.
    const message = `No worker polls the task queue "${task_queue}". Start one: npm run worker -- --profile ${task_queue}.`;
    return { status: 'needs_worker', message };
  }
  return { status: 'ready', message: 'It begins at once.' };
}

/** {@link availabilityOf} of every engine. */
export async function availabilities(probes: Probes): Promise<Availabilities> {
  return new Map(
    await Promise.all(
      ENGINE_CATALOG.map(async (engine) => [engine.engine_id, await availabilityOf(engine, probes)] as const),
    ),
  );
}

/** What to tell of a secret that is not there. */
export function missingSecret(name: string): string {
  return `The secret ${name} is not given. Set SECRET_${name.toUpperCase()}, or mount a file ${name} in SECRETS_DIR.`;
}
