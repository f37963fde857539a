/** The processes that make items without a model: an order of any size keeps none of the worker's other steps waiting. */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Config } from '../../../platform/config.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import { CONVERTERS_IN_RESERVE, MAKING_PROCESS_MB } from '../../../domain/workers.ts';
import type { Item } from '../../../engines/synthesis/item.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { MakingAnswer, MakingOutput, MakingRequest } from './requests.ts';

/** On whose behalf items are made. */
export interface MakingCaller {
  /** Fairness key of the tenant. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface MakingPool {
  /** `onItems` gets the items batch by batch, each with the place of its first. Rejects as {@link ProcessPool.run} does. */
  readonly make: (
    request: MakingRequest,
    caller: MakingCaller,
    onItems: (from: number, items: readonly Item[]) => Promise<void>,
  ) => Promise<MakingAnswer>;
  readonly close: () => Promise<void>;
}

/** Processor time of an order: 10,000 rows of eight columns took .8 s, a text of 1,000,000 characters 6 s to read its facts. */
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
  const pool = createProcessPool<MakingRequest, MakingAnswer, never, MakingOutput>({
    script: SCRIPT,
    ...{ size: parse.converters, reserve: CONVERTERS_IN_RESERVE, memoryMb: MAKING_PROCESS_MB },
  });
  metrics.watchPool('making', pool);
  return {
    make: (request, caller, onItems) => {
      const characters = request.sources.reduce((sum, { text }) => sum + text.length, 0);
      const budgetMs = BASE_MS + request.order.count * PER_ITEM_MS + (characters / MIB) * PER_MIB_MS;
      const onOutput = async ({ from }: MakingOutput, content: Readable): Promise<void> => {
        const items = JSON.parse((await buffer(content)).toString()) as readonly Item[];
        await onItems(from, items);
      };
      return pool.run(request, { ...caller, onOutput, budgetMs: () => budgetMs, isUnderWay: true });
    },
    close: () => pool.close(),
  };
}
