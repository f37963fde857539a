/** Finds passages that are about the same things, for questions that need two. */
import { words } from '../../../text/words.ts';
import { eachPassage } from '../../generation/each-passage.ts';
import { textOf } from '../../generation/passages.ts';
import type { Passage } from '../../generation/passages.ts';
import type { Random } from '../../random.ts';
import { pick } from '../../random.ts';

/** Words that more passages have say little, and would make this slow. */
const COMMON = 50;
const SHORTEST_WORD = 4;
/** The best partners, one of which is taken. */
const BEST = 3;

export class Partners {
  readonly #passages: readonly Passage[];
  readonly #terms: ReadonlySet<string>[] = [];
  readonly #places = new Map<string, number[]>();

  private constructor(passages: readonly Passage[]) {
    this.#passages = passages;
  }

  static async among(passages: readonly Passage[]): Promise<Partners> {
    const partners = new Partners(passages);
    for await (const [place, passage] of eachPassage(passages)) partners.#add(place, termsOf(passage));
    return partners;
  }

  #add(place: number, terms: ReadonlySet<string>): void {
    this.#terms.push(terms);
    for (const term of terms) {
      const places = this.#places.get(term);
      if (places) places.push(place);
      else this.#places.set(term, [place]);
    }
  }

  /**
   * One of those that share most with the passage at this place, rare words before others; `null` when none shares
   * anything.
   */
  of(place: number, random: Random): Passage | null {
    const shared = new Map<number, number>();
    for (const term of this.#terms[place] ?? []) {
      const places = this.#places.get(term) ?? [];
      if (places.length > COMMON) continue;
      for (const other of places) shared.set(other, (shared.get(other) ?? 0) + 1 / places.length);
    }
    shared.delete(place);
    const best = [...shared].sort(([a, much], [b, more]) => more - much || a - b).slice(0, BEST);
    return best.length === 0 ? null : (this.#passages[pick(random, best)[0]] ?? null);
  }
}

/** Names and long words, in lower case. */
function termsOf(passage: Passage): ReadonlySet<string> {
  const found = [...words(`${passage.source.title} ${textOf(passage)}`)];
  return new Set(found.flatMap(({ text }) => (text.length >= SHORTEST_WORD ? [text.toLowerCase()] : [])));
}
