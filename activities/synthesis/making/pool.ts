/**
 * The processes that cut documents, make items without a model, and check items: an order of any size keeps none of the
 * worker's other steps waiting.
 */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Config } from '../../../domain/settings.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';
import { bytesInput } from '../../../platform/process-pool/pooled-process.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import { CONVERTERS_IN_RESERVE, MAKING_PROCESS_MB } from '../../../domain/workers.ts';
import type { Candidate as ComparedItem } from '../../../engines/synthesis/checks/contamination.ts';
import type { CheckedValue } from '../../../engines/synthesis/checks/index.ts';
import type { Item, Source } from '../../../engines/synthesis/items/index.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { MakingCalls } from './process.ts';
import type { CutPassage, CutRequest, Made, MakeRequest, MakingOutput } from './requests.ts';

/** All reject as {@link ProcessPool.run} does. */
export interface MakingPool {
  /** `onItems` gets the items batch by batch, each with the place of its first. */
  readonly make: (
    request: MakeRequest,
    sources: readonly Source[],
    caller: PoolCaller,
    onItems: (from: number, items: readonly Item[]) => Promise<void>,
  ) => Promise<Made>;
  /** The passages of a document, and whether its end was left out. */
  readonly cut: (
    request: CutRequest,
    markdown: PoolInput,
    caller: PoolCaller,
  ) => Promise<{ readonly passages: readonly CutPassage[]; readonly truncated: boolean }>;
  /** Checks items by themselves; the results are in their order. */
  readonly check: (values: readonly Item['value'][], caller: PoolCaller) => Promise<readonly CheckedValue[]>;
  /** The places of the items that share words with rows of a dataset, which are whole lines of JSON. */
  readonly compare: (
    items: readonly ComparedItem[],
    rows: Uint8Array,
    caller: PoolCaller,
  ) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/**
 * Processor time: 10,000 rows of eight columns took .8 s, a text of 1,000,000 characters 6 s to read its facts, the
 * check of a question on two paragraphs 1 ms.
 */
const BASE_MS = 10_000;
const PER_ITEM_MS = 5;
const PER_MIB_MS = 60_000;
const MIB = 1024 ** 2;

const SCRIPT = new URL('./process.ts', import.meta.url);

/** Opens the making processes of a worker: as many as it has converters. */
export function openMaking(
  { parse }: { readonly parse: Pick<Config['parse'], 'converters'> },
  metrics: Pick<WorkerMetrics, 'watchPool'>,
): MakingPool {
  const pool = createProcessPool<MakingCalls>({
    script: SCRIPT,
    size: parse.converters,
    reserve: CONVERTERS_IN_RESERVE,
    memoryMb: MAKING_PROCESS_MB,
    nouns: { work: 'order', process: 'making process' },
  });
  metrics.watchPool('making', pool);
  const options = <T>(
    inputs: readonly PoolInput[],
    budgetMs: number,
    caller: PoolCaller,
    onBatch: (from: number, batch: readonly T[]) => Promise<void> | void,
  ) => {
    const onOutput = async ({ from }: MakingOutput, content: Readable): Promise<void> => {
      const batch = JSON.parse((await buffer(content)).toString()) as readonly T[];
      await onBatch(from, batch);
    };
    return { ...caller, inputs, onOutput, budgetMs: () => budgetMs, isUnderWay: true };
  };
  return {
    make(request, sources, caller, onItems) {
      const input = jsonInput(sources);
      const budgetMs = BASE_MS + (request.skip + request.wanted) * PER_ITEM_MS + (input.bytes / MIB) * PER_MIB_MS;
      return pool.run('make', request, options<Item>([input], budgetMs, caller, onItems));
    },
    async check(values, caller) {
      const input = jsonInput(values);
      const budgetMs = BASE_MS + values.length * PER_ITEM_MS + (input.bytes / MIB) * PER_MIB_MS;
      const checked: CheckedValue[] = [];
      const onChecked = (_from: number, batch: readonly CheckedValue[]): void => void checked.push(...batch);
      await pool.run('check', null, options([input], budgetMs, caller, onChecked));
      return checked;
    },
    async cut(request, markdown, caller) {
      const passages: CutPassage[] = [];
      const budgetMs = BASE_MS + (markdown.bytes / MIB) * PER_MIB_MS;
      const onPassages = (_from: number, batch: readonly CutPassage[]): void => void passages.push(...batch);
      const truncated = await pool.run('cut', request, options([markdown], budgetMs, caller, onPassages));
      return { passages, truncated };
    },
    async compare(items, rows, caller) {
      const inputs = [jsonInput(items), bytesInput(rows)];
      const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0);
      const contaminated: number[] = [];
      const onFound = (_from: number, batch: readonly number[]): void => void contaminated.push(...batch);
      const budgetMs = BASE_MS + (bytes / MIB) * PER_MIB_MS;
      await pool.run('compare', null, options(inputs, budgetMs, caller, onFound));
      return contaminated;
    },
    close: () => pool.close(),
  };
}

const jsonInput = (value: unknown): PoolInput => bytesInput(Buffer.from(JSON.stringify(value)));
