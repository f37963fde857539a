/** What a reader must know of a dataset: how much there is, of which kinds, how varied it is, and what was rejected. */
import { nearestRank } from '../../statistics/quantile.ts';
import type { Item } from '../item.ts';
import { sourcesIn } from '../provenance.ts';

export interface TextStatistics {
  readonly items: number;
  /** Characters. */
  readonly length: { readonly p50: number; readonly p95: number; readonly most: number };
  /** Share of the words, and of the pairs of words, that are different ones (Li et al. 2016). */
  readonly distinct_1: number;
  readonly distinct_2: number;
}

export interface DataCard {
  /** Accepted items by kind: the table, the kind of question, or the perturbation. */
  readonly kinds: Readonly<Record<string, number>>;
  /** By member of the items that is a text. */
  readonly texts: Readonly<Record<string, TextStatistics>>;
  /** Items by what they were made from; at most 1,000 sources are named. */
  readonly sources: Readonly<Record<string, number>>;
}

const TEXTS = ['question', 'answer', 'text', 'instruction', 'response', 'request'] as const;
const MOST_SOURCES = 1000;
/** Pairs that are kept apart; of a larger set the figure is that of its beginning. */
const MOST_PAIRS = 1_000_000;
const WORD = /[\p{L}\p{N}]+/gu;

export class CardSurvey {
  readonly #kinds = new Map<string, number>();
  readonly #sources = new Map<string, number>();
  readonly #texts = new Map<string, TextSurvey>();

  add({ value, provenance }: Pick<Item, 'value' | 'provenance'>): void {
    const { table, kind, perturbation } = value;
    const found = [table, kind, perturbation].find((name) => typeof name === 'string');
    count(this.#kinds, found ?? 'item');
    for (const source of sourcesIn(provenance)) {
      if (this.#sources.size < MOST_SOURCES || this.#sources.has(source)) count(this.#sources, source);
    }
    for (const member of TEXTS) {
      const text = value[member];
      if (typeof text !== 'string') continue;
      const survey = this.#texts.get(member) ?? new TextSurvey();
      this.#texts.set(member, survey);
      survey.add(text);
    }
  }

  get card(): DataCard {
    return {
      kinds: Object.fromEntries(this.#kinds),
      texts: Object.fromEntries([...this.#texts].map(([member, survey]) => [member, survey.statistics])),
      sources: Object.fromEntries(this.#sources),
    };
  }
}

class TextSurvey {
  readonly #lengths: number[] = [];
  readonly #words = new Set<string>();
  readonly #pairs = new Set<string>();
  #word = 0;
  #pair = 0;

  add(text: string): void {
    this.#lengths.push(text.length);
    if (this.#pairs.size >= MOST_PAIRS) return;
    const words = text.toLowerCase().match(WORD) ?? [];
    this.#word += words.length;
    this.#pair += Math.max(0, words.length - 1);
    words.forEach((word, index) => {
      this.#words.add(word);
      const before = words[index - 1];
      if (before !== undefined) this.#pairs.add(`${before} ${word}`);
    });
  }

  get statistics(): TextStatistics {
    const sorted = this.#lengths.toSorted((a, b) => a - b);
    return {
      items: sorted.length,
      length: { p50: nearestRank(sorted, 0.5), p95: nearestRank(sorted, 0.95), most: sorted.at(-1) ?? 0 },
      distinct_1: share(this.#words.size, this.#word),
      distinct_2: share(this.#pairs.size, this.#pair),
    };
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
