/** How the jobs of many files end. */
import { RefusedRequest } from '../support/client.ts';
import type { ApiClient } from '../support/client.ts';
import { endOf, submit } from './jobs.ts';

const LANES = 8;
/** Outcomes that are failures of the service, not of the file. */
export const OWN_FAULTS: ReadonlySet<string> = new Set([
  'internal',
  'timeout',
  'unavailable',
  'not ended',
  'cancelled',
]);

export interface Ended {
  readonly name: string;
  readonly jobId: string;
  /** `succeeded`, an error code, `not ended`, or why there is no job. */
  readonly end: string;
}

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The locators of the stored files, by name. */
export async function storeFiles(client: ApiClient, files: Iterable<NamedFile>): Promise<ReadonlyMap<string, string>> {
  const locators = new Map<string, string>();
  for (const { name, bytes } of files) locators.set(name, await client.upload(bytes, name));
  return locators;
}

/** Submits all, then polls them in turn until they end, so that polling does not become the load. */
export async function parseAll(
  client: ApiClient,
  files: ReadonlyMap<string, string>,
  deadline: number,
  options: object = {},
): Promise<readonly Ended[]> {
  const jobs: { readonly name: string; readonly jobId: string }[] = [];
  const ended: Ended[] = [];
  for (const [name, source] of files) {
    try {
      jobs.push({ name, jobId: await submit(client, source, undefined, options) });
    } catch (error) {
      if (!(error instanceof RefusedRequest) || error.type === null) throw error;
      ended.push({ name, jobId: '', end: error.type });
    }
  }
  const queue = [...jobs];
  const lane = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      ended.push({ ...job, end: (await endOf(client, job.jobId, deadline)) ?? 'not ended' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return ended;
}

/** A row for each outcome, with examples. */
export function printEnds(ended: readonly Ended[]): void {
  console.log('| outcome | files | example |\n|---|---|---|');
  const byEnd = [...Map.groupBy(ended, ({ end }) => end)].sort(([, a], [, b]) => b.length - a.length);
  for (const [end, files] of byEnd) {
    const names = files.slice(0, OWN_FAULTS.has(end) ? 20 : 3).map(({ name }) => name);
    console.log(`| ${end} | ${files.length} | ${names.join(', ')} |`);
  }
  console.log();
}
