/** A sentence of a passage as tagged words, and its parts around the main clause. English. */
import { namesIn, placesOf, tagWords } from '../../../knowledge/facts/index.ts';
import type { NamedWords, TaggedWord } from '../../../knowledge/facts/index.ts';
import type { ChunkName } from '../../../knowledge/names/index.ts';
import { isWhen } from './dates.ts';
import type { Evidence } from './fact.ts';
import type { Phrase } from './phrases.ts';
import { spoken } from './words.ts';

export interface Sentence {
  readonly evidence: Evidence;
  readonly all: readonly TaggedWord[];
  /** Without what is in brackets. */
  readonly words: readonly TaggedWord[];
  readonly names: readonly NamedWords[];
}

/** Of a text, whose markup is blanked out in `plain`. */
export function readSentences(
  text: string,
  plain: string,
  names: readonly ChunkName[],
  evidences: readonly Evidence[],
): Sentence[] {
  const places = placesOf(text, names);
  let next = 0;
  return evidences.map((evidence) => {
    const { start, end } = evidence;
    while (next < places.length && (places[next]?.start ?? 0) < start) next++;
    const from = next;
    while (next < places.length && (places[next]?.start ?? 0) < end) next++;
    const all = tagWords(plain.slice(start, end)).map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }));
    const words = withoutAsides(all);
    return { evidence, all, words, names: namesIn(text, words, places.slice(from, next)) };
  });
}

/** The words outside of brackets, and without the adverbs that join a sentence to the one before. */
function withoutAsides(words: readonly TaggedWord[]): TaggedWord[] {
  let depth = 0;
  return words.filter(({ text, tag }, index) => {
    if (text === '(' || text === '[') depth++;
    const isOutside = depth === 0;
    if ((text === ')' || text === ']') && depth > 0) depth--;
    // "a year later" points at another sentence itself.
    const isJoining = tag === 'ADV' && JOINING.has(text.toLowerCase()) && words[index - 1]?.tag !== 'NOUN';
    return isOutside && !isJoining;
  });
}

const JOINING: ReadonlySet<string> = new Set(
  'also then later thus therefore however subsequently eventually finally again moreover furthermore meanwhile'.split(
    ' ',
  ),
);

/** Whether a sentence ends in an abbreviation, where it may have been cut: "plays for C.D.". */
export const isCut = ({ evidence: { sentence } }: Sentence): boolean =>
  /(?:^|[\s(.])(?:\p{L}|No|St|Mr|Mrs|Dr|Jr|Sr|vs|Inc|Ltd|Co|Corp)\.$/u.test(sentence.trimEnd().slice(-8));

/** "In 1783, …" */
export function frontDate(words: readonly TaggedWord[]): { readonly phrase: Phrase; readonly after: number } | null {
  const preposition = words[0]?.text.toLowerCase() ?? '';
  if (preposition !== 'in' && preposition !== 'on') return null;
  const LONGEST = 8;
  for (let comma = LONGEST; comma > 1; comma--) {
    const own = words.slice(1, comma);
    if (!isWhen(spoken(own))) continue;
    const lowered = words.slice(0, comma).map((word, index) => (index === 0 ? { ...word, text: preposition } : word));
    const phrase = { preposition, words: lowered, own, isDate: true, isOpen: false };
    return { phrase, after: comma + Number(words[comma]?.text === ',') };
  }
  return null;
}

const LONGEST_ASIDE = 30;

/** The index behind ", …," at an index, and where the aside begins; the index itself without one. */
export function behindAside(
  words: readonly TaggedWord[],
  at: number,
): { readonly at: number; readonly aside: number | null } {
  if (words[at]?.text !== ',') return { at, aside: null };
  for (let index = at + 1; index < Math.min(words.length, at + LONGEST_ASIDE); index++) {
    if (words[index]?.text === 'and' && index < at + 4) return { at, aside: null };
    // Another clause has begun: "Whit, or, Isis, is a novel by Iain Banks, published in 1995".
    if (words[index]?.tag === 'AUX' && !/^(?:who|which)$/.test(words[at + 1]?.text ?? '')) return { at, aside: null };
    const next = words[index + 1];
    if (words[index]?.text === ',' && (next?.tag === 'VERB' || next?.tag === 'AUX') && !next.text.endsWith('ing')) {
      return { at: index + 1, aside: at + 1 };
    }
  }
  return { at, aside: null };
}
