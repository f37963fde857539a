/** The step that decides which candidates become items of the result. */
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { acceptedItems, batchesOf, commitChecks, countItems, skippedChecks } from '../../domain/synthesis/items.ts';
import { modelCaller } from '../models/model-caller.ts';
import { untilHalfTime } from '../step/part-end.ts';
import type { Step } from '../step/step.ts';
import { poolCaller } from '../step/pool-caller.ts';
import { ClosedBook } from './checks/closed-book.ts';
import type { ClosedBookDependencies, Known } from './checks/closed-book.ts';
import { findContaminated } from './checks/contaminated.ts';
import type { ContaminationDependencies } from './checks/contaminated.ts';
import { Meanings } from './checks/meanings.ts';
import type { MeaningDependencies } from './checks/meanings.ts';
import { Verdicts } from './checks/verdicts.ts';
import type { MakingPool } from './making/pool.ts';
import type { CheckEnd, CheckInput } from './types.ts';

export type CheckDependencies = MeaningDependencies &
  ClosedBookDependencies &
  ContaminationDependencies & { readonly making: Pick<MakingPool, 'check'> };

/**
 * Checks candidates in the order of their places, until as many are accepted as were asked for; those behind stay
 * unchecked. What is decided of an item depends on itself and the accepted ones before it alone: the same candidates
 * give the same items, in however many rounds and attempts they come. Finished calls and vectors are kept, so that no
 * attempt repeats them.
 */
export async function checkItems(
  dependencies: CheckDependencies,
  { envelope, asked, closed_book, excluded = [] }: CheckInput,
  step: Step,
): Promise<CheckEnd> {
  const { database, making } = dependencies;
  const { jobId } = step;
  step.begin();
  const isOver = untilHalfTime(envelope, step);
  const caller = modelCaller(step, envelope.tenant_id);
  const away = (await skippedChecks(database, jobId)).filter(({ reason }) => reason === 'model_unavailable');
  const asker = (check: string) => ({ step, caller, wasAway: away.some((skipped) => skipped.check === check) });

  const closed = await closedSources(database, accessorOf(envelope), jobId);
  const contaminated = await findContaminated(dependencies, { envelope, excluded }, step);
  const meanings = new Meanings(dependencies, asker('distinct'));
  const closedBook = closed_book && new ClosedBook(dependencies, closed_book, asker('closed_book'));
  const verdicts = new Verdicts(meanings, contaminated);
  await verdicts.addAccepted(acceptedItems(database, jobId));

  const end = async (stopped_by: CheckEnd['stopped_by'], is_done: boolean): Promise<CheckEnd> => ({
    ...(await countItems(database, jobId)),
    stopped_by,
    is_done,
  });
  let { accepted } = await countItems(database, jobId);
  for await (const batch of batchesOf(database, jobId, 'unchecked')) {
    const alone = await making.check(
      batch.map(({ value }) => value),
      poolCaller(envelope, step),
    );
    const candidates = batch.map((item, at) => ({ item, alone: alone[at] ?? { scores: {}, rejected: null } }));
    await meanings.read(
      candidates.filter(verdicts.passesByWords).map(({ item }) => item),
      closed,
    );
    while (candidates.length > 0 && accepted < asked) {
      // No more are asked about than are missing.
      const some = candidates.splice(0, asked - accepted);
      const passing = closedBook ? await verdicts.passing(some) : [];
      const { known, stopped_by } = (await closedBook?.ask(passing, closed)) ?? {
        known: new Map<number, Known>(),
        stopped_by: null,
      };
      const checked = await verdicts.decide(some, closedBook ? known : null);
      await commitChecks(database, jobId, checked);
      accepted += checked.filter(({ rejected }) => rejected === null).length;
      step.onProgress({ completed: accepted, total: asked, unit: 'items', message: null });
      if (stopped_by !== null) return end(stopped_by, true);
      if (isOver()) return end(null, accepted >= asked);
    }
    if (accepted >= asked) break;
  }
  return end(null, true);
}
