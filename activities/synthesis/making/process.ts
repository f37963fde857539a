/**
 * Entry point of a making process: it cuts documents, makes items, checks them and compares them with rows by pure
 * functions, in batches.
 */
import { Contamination } from '../../../engines/synthesis/checks/contamination.ts';
import type { Candidate } from '../../../engines/synthesis/checks/contamination.ts';
import { checkItem } from '../../../engines/synthesis/checks/check-item.ts';
import type { Item, Source } from '../../../engines/synthesis/items/index.ts';
import { makeItems } from '../../../engines/synthesis/make.ts';
import type { RequestContext } from '../../../platform/process-pool/calls.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { cutPassages } from './cut-passages.ts';
import type { CutRequest, Made, MakeRequest, MakingOutput } from './requests.ts';

/** Items or passages that are delivered at a time. */
const BATCH = 500;

const NOTHING = new Uint8Array();

const makingCalls = { make, cut, check, compare };
export type MakingCalls = typeof makingCalls;

serveProcessPool(makingCalls);

type Context = RequestContext<never, MakingOutput>;

async function deliverBatch({ deliver, signal }: Context, from: number, batch: readonly unknown[]): Promise<void> {
  if (batch.length > 0) await deliver({ from }, Buffer.from(JSON.stringify(batch)));
  signal.throwIfAborted();
}

function textOf(bytes: Uint8Array = NOTHING): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Makes items of the sources that are its input, as one JSON text. */
async function make({ order, skip, wanted }: MakeRequest, context: Context): Promise<Made> {
  const sources = JSON.parse(textOf(context.inputs[0])) as readonly Source[];
  let made = 0;
  let added = 0;
  let batch: unknown[] = [];
  const flush = async (): Promise<void> => {
    await deliverBatch(context, made - batch.length, batch);
    batch = [];
  };
  const items = makeItems(order, sources);
  for (;;) {
    const { done: isDone, value: item } = items.next();
    if (isDone === true) {
      await flush();
      return { exhausted: true, facts: item };
    }
    if (added === wanted) {
      await flush();
      return { exhausted: false };
    }
    made++;
    if (made <= skip) continue;
    batch.push(item);
    if (item.rejected === null) added++;
    if (batch.length === BATCH) await flush();
  }
}

/** Cuts the Markdown that is its input into passages, and returns whether its end was left out. */
async function cut(request: CutRequest, context: Context): Promise<boolean> {
  const { passages, truncated } = cutPassages(textOf(context.inputs[0]), request);
  for (let from = 0; from < passages.length; from += BATCH) {
    await deliverBatch(context, from, passages.slice(from, from + BATCH));
  }
  return truncated;
}

/** Checks the values of items, which are its input as one JSON text. */
async function check(_request: null, context: Context): Promise<void> {
  const values = JSON.parse(textOf(context.inputs[0])) as readonly Item['value'][];
  await deliverBatch(context, 0, values.map(checkItem));
}

/**
 * Compares items, as one JSON text, with rows of a dataset, as JSON Lines. Delivers the places of those that share
 * words with a row.
 */
async function compare(_request: null, context: Context): Promise<void> {
  const [items, rows] = context.inputs;
  const contamination = new Contamination(JSON.parse(textOf(items)) as readonly Candidate[]);
  for (const line of textOf(rows).split('\n')) if (line !== '') contamination.addRow(JSON.parse(line));
  await deliverBatch(context, 0, contamination.contaminated);
}
