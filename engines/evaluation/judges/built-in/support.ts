/** How well a context supports a claim: six measures, which the judge weighs. */
import { contentStems, pairOf } from './context.ts';
import type { Context, ContextSentence } from './context.ts';
import { rarity } from './rarity.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

export const MEASURES = ['words', 'pairs', 'rarestMissing', 'namesMissing', 'numbersMissing', 'nearQuestion'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Support {
  readonly measures: Readonly<Record<Measure, number>>;
  /** The sentence that has most of the claim; `null` when none has anything of it. */
  readonly best: ContextSentence | null;
  /** Content words that neither the context nor the question has. */
  readonly missing: readonly Token[];
}

/**
 * Words of the question, which an answer repeats without a claim of its own, count less; names and numbers, which a
 * claim stands by, more.
 */
const WEIGHTS = { asked: 0.25, particular: 1.3 };
/** The first word of a sentence has a capital letter in any case: it is a name if it is rare. */
const RARE_NAME = 0.6;
/** A question's word in the sentence before or behind counts half. */
const NEIGHBOUR = 0.5;
/** A claim of function words alone is neither supported nor refuted. */
const UNKNOWN = 0.5;

/** `question` is `null` where nothing was asked. */
export function supportOf(claim: Sentence, question: AskedContext | null, context: Context): Support {
  const words = claim.tokens.filter(({ isContent }) => isContent);
  const asked = question?.stems ?? new Set<string>();
  const weigh = ({ stem, isCapital, isNumber }: Token): number =>
    rarity(stem) * (asked.has(stem) ? WEIGHTS.asked : 1) * (isNumber || isCapital ? WEIGHTS.particular : 1);
  const missing = words.filter(({ stem }) => !context.stems.has(stem) && !asked.has(stem));
  const isMissing = new Set(missing);
  const names = words.filter(
    ({ isCapital, isNumber, stem }, at) => isCapital && !isNumber && (at > 0 || rarity(stem) > RARE_NAME),
  );
  const numbers = words.filter(({ isNumber }) => isNumber);
  const best = bestSentence(words, weigh, context);
  return {
    measures: {
      words: share(words, weigh, ({ stem }) => context.stems.has(stem)) ?? UNKNOWN,
      pairs: pairsFound(words, weigh, context) ?? best.share,
      rarestMissing: missing.reduce((rarest, { stem }) => Math.max(rarest, rarity(stem)), 0),
      namesMissing:
        share(
          names,
          () => 1,
          (name) => isMissing.has(name),
        ) ?? 0,
      numbersMissing:
        share(
          numbers,
          () => 1,
          (number) => isMissing.has(number),
        ) ?? 0,
      nearQuestion: question === null ? 0 : nearQuestion(words, question, context),
    },
    best: best.sentence,
    missing,
  };
}

/** Share of the words' weight that a condition holds for; `null` without words. */
function share(
  words: readonly Token[],
  weigh: (word: Token) => number,
  holds: (word: Token) => boolean,
): number | null {
  let [found, all] = [0, 0];
  for (const word of words) {
    const weight = weigh(word);
    all += weight;
    if (holds(word)) found += weight;
  }
  return all > 0 ? found / all : null;
}

/** Share of the pairs of words side by side that the context has in the same order; `null` for a claim of one word. */
function pairsFound(words: readonly Token[], weigh: (word: Token) => number, { pairs }: Context): number | null {
  let [found, all] = [0, 0];
  for (const [index, second] of words.entries()) {
    const first = words[index - 1];
    if (first === undefined || first.stem === second.stem) continue;
    const weight = weigh(first) + weigh(second);
    all += weight;
    if (pairs.has(pairOf(first.stem, second.stem))) found += weight;
  }
  return all > 0 ? found / all : null;
}

function bestSentence(
  words: readonly Token[],
  weigh: (word: Token) => number,
  { sentences, overlap }: Context,
): { readonly sentence: ContextSentence | null; readonly share: number } {
  const weighted = words.map((word): [string, number] => [word.stem, weigh(word)]);
  const all = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let [best, most] = [-1, 0];
  overlap.each(weighted, (kind, sum) => {
    if (sum > most || (sum === most && kind < best)) [best, most] = [kind, sum];
  });
  const [first] = overlap.sentences[best] ?? [];
  return first === undefined ? { sentence: null, share: 0 } : { sentence: sentences[first] ?? null, share: most / all };
}

/** A question, and how much of it stands near the sentences of a context. */
export interface AskedContext {
  readonly stems: ReadonlySet<string>;
  /** By kind of sentence, from 0 to 1: near that with most. */
  readonly coverage: readonly number[];
}

export function askOf(question: Pick<Sentence, 'tokens'>, { sentences, overlap }: Context): AskedContext | null {
  const stems = new Set(contentStems(question));
  if (stems.size === 0) return null;
  const all = [...stems].reduce((sum, stem) => sum + rarity(stem), 0);
  const sums = new Float64Array(sentences.length);
  for (const stem of stems) {
    const having = new Set(overlap.sentencesWith(stem));
    // Beside the first and the last sentence there is none.
    const beside = new Set([...having].flatMap((at) => [at - 1, at + 1]).filter((at) => !having.has(at) && at in sums));
    for (const at of having) sums[at] = (sums[at] ?? 0) + rarity(stem);
    for (const at of beside) sums[at] = (sums[at] ?? 0) + NEIGHBOUR * rarity(stem);
  }
  const most = (kind: readonly number[]): number => kind.reduce((sum, at) => Math.max(sum, sums[at] ?? 0), 0);
  return { stems, coverage: overlap.sentences.map((kind) => most(kind) / all) };
}

/**
 * How much of the question stands near the sentence that has what is new in the claim: an answer to another question
 * has little.
 */
function nearQuestion(words: readonly Token[], { stems, coverage }: AskedContext, { overlap }: Context): number {
  const fresh = words.filter(({ stem }) => !stems.has(stem));
  let best = 0;
  overlap.each(
    fresh.map(({ stem }) => [stem, 1]),
    (kind, found) => {
      best = Math.max(best, (coverage[kind] ?? 0) * (found / fresh.length));
    },
  );
  return best;
}
