/** Answers of which the built-in judge of faithfulness can say nothing. */
import type { Context } from './context.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';

/** Why there is nothing to say. */
export type Limit = 'short_span' | 'abstractive_summary';

/** Words of an answer that is a span rather than a sentence. */
const LONGEST_SPAN = 5;
/**
 * A summary has at least this share of its pairs of words side by side from its text; one with less is abstractive. On
 * halves of QAGS, the judge's AUC is .75 above and .59 below; on SummEdits .38 to .57.
 */
const VERBATIM = 0.7;
/** What takes fewer of its words from the text is no summary of it. */
const OF_THE_TEXT = 0.5;

/**
 * Why the judge cannot tell whether a context supports an answer; `null` where it can. A few words of the context that
 * answer a question may be the wrong ones. Without a question, what says the context in other words may say something
 * else.
 */
export function limitOf(question: string, answer: readonly Sentence[], context: Context): Limit | null {
  const words = answer.map(({ tokens }) => tokens.map(plain));
  if (question.trim() === '') return isAbstractive(words, context) ? 'abstractive_summary' : null;
  const span = words.flat();
  return span.length <= LONGEST_SPAN && hasSpan(context, span) ? 'short_span' : null;
}

const plain = ({ text, stem, isNumber }: Token): string => (isNumber ? stem : text.toLowerCase());

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

function hasSpan({ sentences }: Context, span: readonly string[]): boolean {
  const wanted = spaced(span);
  return sentences.some(({ tokens }) => spaced(tokens.map(plain)).includes(wanted));
}

/** By the share of new pairs of words (See et al. 2017, Narayan et al. 2018). */
function isAbstractive(answer: readonly (readonly string[])[], { sentences }: Context): boolean {
  const known = { words: new Set<string>(), pairs: new Set<string>() };
  for (const { tokens } of sentences) {
    const words = tokens.map(plain);
    for (const word of words) known.words.add(word);
    for (const pair of pairsOf(words)) known.pairs.add(pair);
  }
  const words = answer.flat();
  const pairs = answer.flatMap(pairsOf);
  const share = (all: readonly string[], set: ReadonlySet<string>): number =>
    all.filter((one) => set.has(one)).length / all.length;
  return pairs.length > 0 && share(words, known.words) >= OF_THE_TEXT && share(pairs, known.pairs) < VERBATIM;
}

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
