/**
 * What the steps have in common that ask a language model about chunks: its price before, the calls, and what becomes
 * of them.
 */
import type { Static, TSchema } from 'typebox';
import type { PricedRange, RangeEnd, TokenRange } from '../../domain/jobs/row-ranges.ts';
import { callSubject, removeCallsOfRemoved } from '../../domain/knowledge/documents/index.ts';
import type { ShownChunk } from '../../domain/knowledge/documents/index.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets/index.ts';
import { outputLimit } from '../../domain/models/output-limit.ts';
import { usdOf } from '../../domain/models/prices.ts';
import type { Models } from '../../domain/models/index.ts';
import type { EstimatedTokens } from '../../engines/knowledge/extraction/index.ts';
import type { ModelConfig } from '../../platform/config/models.ts';
import type { Database } from '../../platform/database/client.ts';
import { askEach } from '../models/ask-each.ts';
import type { Reply } from '../models/ask-each.ts';
import type { Step } from '../step/step.ts';
import type { DatasetInput } from './types.ts';

/** What a range is expected to take, one call a row. */
export function pricedBy(
  model: ModelConfig,
  ranges: readonly TokenRange[],
  estimate: (range: TokenRange) => EstimatedTokens,
): PricedRange[] {
  return ranges.map((range) => {
    const { input, output } = estimate(range);
    return { ...range, model: model.name, tokens: input + output, usd: usdOf(model, { input, output }) ?? 0 };
  });
}

interface Asked {
  readonly id: bigint;
  /** Whether an earlier job skipped it. */
  readonly wasSkipped: boolean;
}

/** One call for each item, such as a chunk or a community. */
export interface ChunkQuestions<Item extends Asked, Answer extends TSchema> {
  readonly model: ModelConfig;
  /** What the items are, for progress. */
  readonly unit: string;
  /** Those of the step that are still due. */
  readonly due: () => Promise<readonly Item[]>;
  /** The part of the request that is the same for all. */
  readonly prompt: { readonly name: string; readonly system: string; readonly schema: Answer };
  /** The part of the request that is data. */
  readonly text: (item: Item) => string;
  /** Most tokens of an answer. */
  readonly most: (item: Item) => number;
  /** Those that the text quotes. */
  readonly chunks: (item: Item) => readonly ShownChunk[];
  /** Keeps the replies, in the job's turn. */
  readonly commit: (replies: readonly Reply<Item, Static<Answer>>[]) => Promise<void>;
}

/**
 * Asks about the items of a step that are still due. What has an answer is committed although others have none: then
 * the step fails, and its next attempt asks for those alone. Calls that quote a chunk which was removed meanwhile are
 * not kept.
 */
export async function askAboutChunks<Item extends Asked, Answer extends TSchema>(
  { database, models }: { readonly database: Database; readonly models: Models },
  { dataset_id }: DatasetInput,
  { model, unit, due, prompt, text, most, chunks, commit }: ChunkQuestions<Item, Answer>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  const { tenantId } = await datasetToWrite(database, dataset_id);
  const items = await due();
  const ask = (item: Item): Promise<Static<Answer>> => {
    const { name, system, schema } = prompt;
    const request = {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: text(item) },
      ],
      schema: { name, schema },
      maxTokens: outputLimit(model, most(item)),
    } as const;
    // An item that was skipped is asked for anew: what was answered then is of no use.
    const again = item.wasSkipped ? step.jobId : undefined;
    const { signal, spend } = step;
    const about = chunks(item).map(callSubject);
    return models.extract({ model: model.name }, request, { tenantId, signal, spend, about, again });
  };
  const keep = async (replies: readonly Reply<Item, Static<Answer>>[]): Promise<void> => {
    try {
      await commit(replies);
    } finally {
      await removeCallsOfRemoved(database, tenantId, items.flatMap(chunks));
    }
  };
  await askEach(models, { modelOf: () => model.name, tenantId, items, unit, ask, commit: keep }, step);
  return { is_done: true };
}
