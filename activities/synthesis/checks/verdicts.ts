/** Decides on candidates, one after the other. */
import type { CheckedItem, UncheckedItem } from '../../../domain/synthesis/items.ts';
import { closedBookCase, Duplicates } from '../../../engines/synthesis/checks/index.ts';
import type { CheckedValue } from '../../../engines/synthesis/checks/index.ts';
import type { Rejected } from '../../../engines/synthesis/items/index.ts';
import type { Known } from './closed-book.ts';
import type { Meanings } from './meanings.ts';

export interface Candidate {
  readonly item: UncheckedItem;
  /** What was found in it by itself. */
  readonly alone: CheckedValue;
}

export class Verdicts {
  readonly #meanings: Pick<Meanings, 'readAccepted' | 'compare' | 'accept'>;
  readonly #contaminated: ReadonlyMap<number, string>;
  readonly #duplicates = new Duplicates();

  /** `contaminated`: what is wrong with the contaminated ones among the candidates, by their places. */
  constructor(
    meanings: Pick<Meanings, 'readAccepted' | 'compare' | 'accept'>,
    contaminated: ReadonlyMap<number, string>,
  ) {
    this.#meanings = meanings;
    this.#contaminated = contaminated;
  }

  /** Adds the accepted items of earlier steps. */
  async addAccepted(items: AsyncIterable<UncheckedItem>): Promise<void> {
    const addMeaning = await this.#meanings.readAccepted();
    for await (const item of items) {
      this.#duplicates.add(item.ordinal, item.value);
      addMeaning(item);
    }
  }

  /** Whether nothing is wrong with a candidate, as far as its words say. */
  readonly passesByWords = (candidate: Candidate): boolean => this.#byWords(candidate) === null;

  /** The candidates that nothing is wrong with so far, those among them that repeat each other included. */
  async passing(candidates: readonly Candidate[]): Promise<readonly UncheckedItem[]> {
    const passing: UncheckedItem[] = [];
    for (const candidate of candidates) {
      if (!this.passesByWords(candidate)) continue;
      const compared = await this.#meanings.compare(candidate.item);
      if ((compared?.of ?? null) === null) passing.push(candidate.item);
    }
    return passing;
  }

  /**
   * `known`: what a model knows of items; `null`: none is asked. Ends at the first item that is not known and has to
   * be.
   */
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
    const excluded = this.#contaminated.get(ordinal);
    if (excluded !== undefined) return { reason: 'contaminated', about: excluded };
    const repeated = this.#duplicates.find(value);
    return repeated && { reason: 'duplicate', about: `item ${repeated.of}`, method: repeated.method };
  }
}
