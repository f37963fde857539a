/** The step that decides which candidates become items of the result. */
import { acceptedItems, batchesOf, commitChecks, countItems, skippedChecks } from '../../domain/synthesis/items.ts';
import type { CheckedItem, StoredItem } from '../../domain/synthesis/items.ts';
import { closedBookCase } from '../../engines/synthesis/checks/closed-book.ts';
import { Duplicates } from '../../engines/synthesis/checks/duplicates.ts';
import type { CheckedValue } from '../../engines/synthesis/checks/scores.ts';
import type { Rejected } from '../../engines/synthesis/item.ts';
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
import type { MakingPool } from './making/pool.ts';
import type { CheckEnd, CheckInput } from './types.ts';

export type CheckDependencies = MeaningDependencies &
  ClosedBookDependencies &
  ContaminationDependencies & { readonly making: Pick<MakingPool, 'check'> };

/**
 * Checks candidates in the order of their places, until as many are accepted as were asked for; those behind stay unchecked. What is
 * decided of an item depends on itself and the accepted ones before it alone: the same candidates give the same items, in however many
 * rounds and attempts they come. Finished calls and vectors are kept, so that no attempt repeats them.
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
  const wasAway = (check: string): boolean => away.some((skipped) => skipped.check === check);

  const contaminated = await findContaminated(dependencies, { envelope, excluded }, step);
  const meanings = new Meanings(dependencies, step, caller, wasAway('distinct'));
  const closedBook = closed_book && new ClosedBook(dependencies, closed_book, step, caller, wasAway('closed_book'));
  const verdicts = new Verdicts(meanings, contaminated);
  await meanings.addAccepted(verdicts.added(acceptedItems(database, jobId)));

  const end = async (stopped_by: CheckEnd['stopped_by'], is_done: boolean): Promise<CheckEnd> => ({
    ...(await countItems(database, jobId)),
    ...{ stopped_by, is_done },
  });
  let { accepted } = await countItems(database, jobId);
  for await (const batch of batchesOf(database, jobId, 'unchecked')) {
    const alone = await making.check(
      batch.map(({ value }) => value),
      poolCaller(envelope, step),
    );
    const candidates = batch.map((item, at) => ({ item, alone: alone[at] ?? { scores: {}, rejected: null } }));
    await meanings.read(candidates.filter(verdicts.isOpen).map(({ item }) => item));
    while (candidates.length > 0 && accepted < asked) {
      // No more are asked about than are missing.
      const some = candidates.splice(0, asked - accepted);
      const open = closedBook ? await verdicts.openAmong(some) : [];
      const { known, stopped_by } = (await closedBook?.ask(open)) ?? { known: new Map<number, Known>(), stopped_by: null };
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

interface Candidate {
  readonly item: StoredItem;
  /** What was found in it by itself. */
  readonly alone: CheckedValue;
}

/** Decides on candidates, one after the other. */
class Verdicts {
  readonly #meanings: Meanings;
  readonly #contaminated: ReadonlyMap<number, string>;
  readonly #duplicates = new Duplicates();

  constructor(meanings: Meanings, contaminated: ReadonlyMap<number, string>) {
    this.#meanings = meanings;
    this.#contaminated = contaminated;
  }

  /** The accepted items of earlier steps. */
  async *added(items: AsyncIterable<StoredItem>): AsyncGenerator<StoredItem> {
    for await (const item of items) {
      this.#duplicates.add(item.ordinal, item.value);
      yield item;
    }
  }

  /** Whether nothing is wrong with a candidate, as far as its words say. */
  readonly isOpen = (candidate: Candidate): boolean => this.#byWords(candidate) === null;

  /** The candidates that nothing is wrong with so far. */
  async openAmong(candidates: readonly Candidate[]): Promise<readonly StoredItem[]> {
    const open: StoredItem[] = [];
    for (const candidate of candidates) {
      if (!this.isOpen(candidate)) continue;
      const compared = await this.#meanings.compare(candidate.item);
      if ((compared?.of ?? null) === null) open.push(candidate.item);
    }
    return open;
  }

  /** `known`: what a model knows of items; `null`: none is asked. Ends at the first item that is not known and has to be. */
  async decide(
    candidates: readonly Candidate[],
    known: ReadonlyMap<number, Known> | null,
  ): Promise<readonly CheckedItem[]> {
    const checked: CheckedItem[] = [];
    for (const candidate of candidates) {
      const verdict = await this.#verdict(candidate, known);
      if (verdict === null) break;
      const { ordinal, value } = candidate.item;
      checked.push({ ordinal, ...verdict });
      if (verdict.rejected !== null) continue;
      this.#duplicates.add(ordinal, value);
      this.#meanings.accept(candidate.item);
    }
    return checked;
  }

  async #verdict(candidate: Candidate, known: ReadonlyMap<number, Known> | null): Promise<CheckedValue | null> {
    const { item, alone } = candidate;
    const byWords = this.#byWords(candidate);
    if (byWords !== null) return { scores: alone.scores, rejected: byWords };
    const compared = await this.#meanings.compare(item);
    const scores = { ...alone.scores, ...(compared && { distinct: compared.score }) };
    if (compared && compared.of !== null) {
      return { scores, rejected: { reason: 'duplicate', about: `item ${compared.of}`, method: 'embedding' } };
    }
    if (known === null || closedBookCase(item.value) === null) return { scores, rejected: null };
    const said = known.get(item.ordinal);
    return said ? { scores: { ...scores, closed_book: said.score }, rejected: said.rejected } : null;
  }

  #byWords({ item: { ordinal, value }, alone }: Candidate): Rejected | null {
    if (alone.rejected !== null) return alone.rejected;
    const row = this.#contaminated.get(ordinal);
    if (row !== undefined) return { reason: 'contaminated', about: row };
    const repeated = this.#duplicates.find(value);
    return repeated && { reason: 'duplicate', about: `item ${repeated.of}`, method: repeated.method };
  }
}
