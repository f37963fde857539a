/** The step that makes rows of what items are made from, as far as the submitter may read it at that moment. */
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import { readOrder } from '../../../domain/synthesis/orders.ts';
import type { Context } from '../../../domain/synthesis/orders.ts';
import type { SourcesRead } from '../../../domain/synthesis/results.ts';
import { removeSources } from '../../../domain/synthesis/sources.ts';
import type { Source } from '../../../engines/synthesis/source.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Step } from '../../step/step.ts';
import type { SourcesInput } from '../types.ts';
import { SourceKeeper } from './keeper.ts';
import { documentSources } from './documents.ts';
import type { SourceDependencies } from './documents.ts';
import { knowledgeSources } from './knowledge.ts';

/** A repeated attempt begins anew. `sources_empty`: there is nothing to make items from. */
export async function readSources(
  dependencies: SourceDependencies,
  input: SourcesInput,
  step: Step,
): Promise<SourcesRead> {
  step.begin();
  const { database } = dependencies;
  await removeSources(database, step.jobId);
  const keeper = new SourceKeeper(database, step.jobId);
  for await (const sources of batchesOf(dependencies, input, keeper, step)) {
    await keeper.add(sources);
    step.onProgress({ completed: keeper.passages, total: null, unit: 'passages', message: null });
    if (keeper.isFull) break;
  }
  const { passages, isComplete } = keeper;
  if (passages === 0) throw new ServiceError('sources_empty', 'The sources have no text that you may read.');
  return { passages, is_complete: isComplete };
}

async function* batchesOf(
  dependencies: SourceDependencies,
  { envelope, order_digest, from }: SourcesInput,
  keeper: SourceKeeper,
  step: Step,
): AsyncGenerator<readonly Source[]> {
  const { order, contexts } = await readOrder(dependencies.objects, step.jobId, order_digest, step.signal);
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
