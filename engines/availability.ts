/** Whether an engine can begin at once, and what it lacks if it cannot. */
import type { CatalogEntry } from './catalog.ts';

export const AVAILABILITY_STATUSES = ['ready', 'needs_worker', 'needs_credential'] as const;

export interface Availability {
  readonly status: (typeof AVAILABILITY_STATUSES)[number];
  /** The same in a sentence, with what to do. */
  readonly message: string;
}

/** How the installation is asked what it has at the moment. */
export interface Probes {
  /** What to tell people of a queue from which no worker takes activities; `null` when one does. */
  readonly lacksWorker: (taskQueue: string) => Promise<string | null>;
  readonly hasSecret: (name: string) => Promise<boolean>;
}

/** Of an engine of any catalogue. */
export async function availabilityOf(
  { secret, task_queue }: Pick<CatalogEntry, 'secret' | 'task_queue'>,
  probes: Probes,
): Promise<Availability> {
  if (secret !== null && !(await probes.hasSecret(secret))) {
    return { status: 'needs_credential', message: missingSecret(secret) };
  }
  const message = await probes.lacksWorker(task_queue);
  if (message !== null) return { status: 'needs_worker', message };
  return { status: 'ready', message: 'It begins at once.' };
}

/** What to tell of a secret that is not there. */
export function missingSecret(name: string): string {
  return `The secret ${name} is not given. Set SECRET_${name.toUpperCase()}, or mount a file ${name} in SECRETS_DIR.`;
}
