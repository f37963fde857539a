/** The step that makes rows of what items are made from, as far as the submitter may read it at that moment. */
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import { readOrder } from '../../../domain/synthesis/orders.ts';
import type { Context, StoredOrder } from '../../../domain/synthesis/orders.ts';
import type { SourcesRead } from '../../../domain/synthesis/results.ts';
import { removeSources } from '../../../domain/synthesis/sources.ts';
import { LEAST_WORDS, isTooShort } from '../../../engines/synthesis/orders/index.ts';
import type { Source } from '../../../engines/synthesis/items/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Step } from '../../step/step.ts';
import type { SourcesInput } from '../types.ts';
import { SourceKeeper } from './keeper.ts';
import { documentSources } from './documents.ts';
import type { SourceDependencies } from './documents.ts';
import { knowledgeSources } from './knowledge.ts';

/**
 * A repeated attempt begins anew. `sources_empty`: there is nothing to make items from; `sources_too_short`: not enough
 * in any passage.
 */
export async function readSources(
  dependencies: SourceDependencies,
  input: SourcesInput,
  step: Step,
): Promise<SourcesRead> {
  step.begin();
  const { database } = dependencies;
  await removeSources(database, step.jobId);
  const keeper = new SourceKeeper(database, step.jobId);
  const stored = await readOrder(dependencies.objects, step.jobId, input.order_digest, step.signal);
  const { engine_id } = stored.order;
  let isEnough = false;
  for await (const sources of batchesOf(dependencies, input, stored, keeper, step)) {
    await keeper.add(sources);
    isEnough ||= sources.some(({ text }) => !isTooShort(engine_id, text));
    step.onProgress({ completed: keeper.passages, total: null, unit: 'passages', message: null });
    if (keeper.isFull) break;
  }
  const { passages, isComplete } = keeper;
  if (passages === 0) throw new ServiceError('sources_empty', 'The sources have no text that you may read.');
  if (!isEnough) {
    const message = `None of the ${passages} passages has the ${LEAST_WORDS[engine_id]} words that ${engine_id} needs.`;
    throw new ServiceError('sources_too_short', message, { passages, least_words: LEAST_WORDS[engine_id] ?? 0 });
  }
  return { passages, is_complete: isComplete };
}

async function* batchesOf(
  dependencies: SourceDependencies,
  { envelope, from }: SourcesInput,
  { order, contexts }: StoredOrder,
  keeper: SourceKeeper,
  step: Step,
): AsyncGenerator<readonly Source[]> {
  const submitter = accessorOf(envelope);
  switch (from.type) {
    case 'contexts':
      yield contexts.map(sourceOf);
      return;
    case 'knowledge':
      yield* knowledgeSources(dependencies, submitter, { ...from, seed: order.seed }, keeper);
      return;
    case 'documents':
      yield* documentSources(dependencies, submitter, { ...from, envelope }, keeper, step);
  }
}

function sourceOf({ id, title, text, ...origin }: Context): Source {
  return { id, title, text, origin, facts: null };
}
