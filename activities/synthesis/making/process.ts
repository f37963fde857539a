/** Entry point of a making process: it cuts documents, makes items, checks them and compares them with rows by pure functions, in batches. */
import { Contamination } from '../../../engines/synthesis/checks/contamination.ts';
import type { Candidate } from '../../../engines/synthesis/checks/contamination.ts';
import { checkItem } from '../../../engines/synthesis/checks/check-item.ts';
import type { Item } from '../../../engines/synthesis/items/item.ts';
import { makeItems } from '../../../engines/synthesis/make.ts';
import type { Source } from '../../../engines/synthesis/items/source.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { cutPassages } from './cut-passages.ts';
import type { CutRequest, MakeRequest, MakingAnswer, MakingOutput, MakingRequest } from './requests.ts';

/** Items or passages that are delivered at a time. */
const BATCH = 500;

const NOTHING = new Uint8Array();

type DeliverBatch = (from: number, batch: readonly unknown[]) => Promise<void>;

serveProcessPool<MakingRequest, MakingAnswer, never, MakingOutput>(
  async (request, { inputs: [input = NOTHING, rows = NOTHING], deliver, signal }) => {
    const text = Buffer.from(input).toString('utf8');
    const deliverBatch: DeliverBatch = async (from, batch) => {
      if (batch.length > 0) await deliver({ from }, Buffer.from(JSON.stringify(batch)));
      signal.throwIfAborted();
    };
    switch (request.kind) {
      case 'make':
        return make(request, text, deliverBatch);
      case 'cut':
        return cut(request, text, deliverBatch);
      case 'check':
        return check(text, deliverBatch);
      case 'compare':
        return compare(text, Buffer.from(rows).toString('utf8'), deliverBatch);
    }
  },
);

async function make(
  { order, skip, wanted }: MakeRequest,
  text: string,
  deliverBatch: DeliverBatch,
): Promise<MakingAnswer> {
  const sources = JSON.parse(text) as readonly Source[];
  let made = 0;
  let added = 0;
  let batch: unknown[] = [];
  const flush = async (): Promise<void> => {
    await deliverBatch(made - batch.length, batch);
    batch = [];
  };
  const items = makeItems(order, sources);
  for (;;) {
    const { done: isDone, value: item } = items.next();
    if (isDone === true) {
      await flush();
      return { added, exhausted: true, facts: item };
    }
    if (added === wanted) {
      await flush();
      return { added, exhausted: false };
    }
    made++;
    if (made <= skip) continue;
    batch.push(item);
    if (item.rejected === null) added++;
    if (batch.length === BATCH) await flush();
  }
}

async function cut(request: CutRequest, markdown: string, deliverBatch: DeliverBatch): Promise<MakingAnswer> {
  const { passages, truncated } = cutPassages(markdown, request);
  for (let from = 0; from < passages.length; from += BATCH) {
    await deliverBatch(from, passages.slice(from, from + BATCH));
  }
  return { added: passages.length, exhausted: !truncated };
}

async function check(text: string, deliverBatch: DeliverBatch): Promise<MakingAnswer> {
  const values = JSON.parse(text) as readonly Item['value'][];
  await deliverBatch(0, values.map(checkItem));
  return { added: values.length, exhausted: true };
}

async function compare(text: string, rows: string, deliverBatch: DeliverBatch): Promise<MakingAnswer> {
  const contamination = new Contamination(JSON.parse(text) as readonly Candidate[]);
  for (const line of rows.split('\n')) if (line !== '') contamination.addRow(JSON.parse(line));
  const { contaminated } = contamination;
  await deliverBatch(0, contaminated);
  return { added: contaminated.length, exhausted: true };
}
