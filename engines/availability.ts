/** Whether an engine can start at once, and what is missing if it cannot. */
import type { CatalogEntry } from './catalog.ts';

export const AVAILABILITY_STATUSES = ['ready', 'needs_worker', 'needs_credential', 'needs_model'] as const;

export interface Availability {
  readonly status: (typeof AVAILABILITY_STATUSES)[number];
  /** The status as a sentence, with the fix. */
  readonly message: string;
}

/** Probes for the current state of the installation. */
export interface Probes {
  /** The message for a queue without an activity worker; `null` when it has one. */
  readonly lacksWorker: (taskQueue: string) => Promise<string | null>;
  readonly hasSecret: (name: string) => Promise<boolean>;
}

/** The availability of an engine that lacks nothing. */
export const READY: Availability = { status: 'ready', message: 'Ready: jobs start immediately.' };

/** The availability of an engine from any catalog. */
export async function availabilityOf(
  { secret, task_queue }: Pick<CatalogEntry, 'secret' | 'task_queue'>,
  probes: Probes,
): Promise<Availability> {
  if (secret !== null && !(await probes.hasSecret(secret))) {
    return { status: 'needs_credential', message: missingSecret(secret) };
  }
  const message = await probes.lacksWorker(task_queue);
  if (message !== null) return { status: 'needs_worker', message };
  return READY;
}

/** The message for a missing secret. */
export function missingSecret(name: string): string {
  return `The secret ${name} is not set. Set SECRET_${name.toUpperCase()}, or mount a file ${name} in SECRETS_DIR.`;
}
