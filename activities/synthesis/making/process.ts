/** Entry point of a making process: it makes items by pure functions, in batches. */
import { makeItems } from '../../../engines/synthesis/make.ts';
import type { Item } from '../../../engines/synthesis/item.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { MakingAnswer, MakingOutput, MakingRequest } from './requests.ts';

/** Items that are delivered at a time. */
const BATCH = 500;

serveProcessPool<MakingRequest, MakingAnswer, never, MakingOutput>(
  async ({ order, sources, skip }, { deliver, signal }) => {
    let made = 0;
    let batch: Item[] = [];
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await deliver({ from: made - batch.length }, Buffer.from(JSON.stringify(batch)));
      batch = [];
      signal.throwIfAborted();
    };
    for (const item of makeItems(order, sources)) {
      made++;
      if (made > skip) batch.push(item);
      if (batch.length === BATCH) await flush();
    }
    await flush();
    return { made };
  },
);
