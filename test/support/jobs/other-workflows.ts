/**
 * A workflow of the service's under its name that does something else: what it did cannot be replayed by the service's.
 */
import { sleep } from '@temporalio/workflow';

export async function sweepStorage(): Promise<void> {
  await sleep(1);
}
