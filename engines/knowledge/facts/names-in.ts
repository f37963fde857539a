/** Which words of a sentence are a name of its chunk. */
import type { Span } from '../../text/span.ts';
import type { ChunkName } from '../names/chunk-names.ts';
import { normalName } from '../names/normal.ts';
import type { TaggedWord } from './tagger.ts';

export interface NamedSpan extends Span {
  /** Normal form. */
  readonly name: string;
  /** Whether it is what the chunk is about. */
  readonly isTitle: boolean;
  /**
   * Whether its last word stands for it: a subject "Smith" is "John Smith", but an object "Houston" hardly "Downtown
   * Houston".
   */
  readonly isShort: boolean;
  /** Whether more than the capital of a sentence's first word shows that it is a name. */
  readonly isProven: boolean;
}

/** A name as words of a sentence: indexes of its first word, and of the one after its last. */
export interface NamedWords extends NamedSpan {
  readonly from: number;
  readonly to: number;
}

/** The places of all names in order, the longest first where several begin. */
export function placesOf(text: string, names: readonly ChunkName[]): NamedSpan[] {
  return names
    .flatMap(({ name, role, spans }) => {
      const isProven = role > 0 || name.includes(' ') || spans.some(({ start }) => isWithin(text, start));
      return spans.map(({ start, end }): NamedSpan => {
        const isShort = normalName(text.slice(start, end)) !== name;
        return { name, isTitle: role === 2, isShort, isProven, start, end };
      });
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Whether a word of the same sentence stands before an index. */
const isWithin = (text: string, index: number): boolean =>
  /[\p{L}\p{N}][,;]? $/u.test(text.slice(Math.max(0, index - 4), index));

/** Joins two names, or is part of one. */
const JOINT = /\s(?:and|or|&)\s/;

/** "Department of Health and Human Services" is one name, as is "the Royal Botanical and Zoological Gardens". */
function arePersons(text: string, { start, end }: Span): boolean {
  const label = text.slice(start, end);
  if (/\s(?:of|for|the)\s/.test(label) || /\bthe\s$/i.test(text.slice(Math.max(0, start - 8), start))) return false;
  return label.split(JOINT).every((part) => part.trim().includes(' '));
}

/**
 * The names of a sentence as its words, none inside of another. `places` are those that lie in the sentence, `words`
 * have offsets in `text`. Two joined names, such as "Joel Coen and Ethan Coen", are two; where that is uncertain, they
 * are none.
 */
export function namesIn(text: string, words: readonly TaggedWord[], places: readonly NamedSpan[]): NamedWords[] {
  const found: NamedWords[] = [];
  let covered = 0;
  let at = 0;
  for (const place of places) {
    if (place.start < covered) continue;
    const label = text.slice(place.start, place.end);
    const isJoined = !place.isTitle && JOINT.test(label);
    if (isJoined && arePersons(text, place)) continue;
    covered = place.end;
    if (isJoined) continue;
    while (at < words.length && (words[at]?.start ?? 0) < place.start) at++;
    let to = at;
    while (to < words.length && (words[to]?.end ?? 0) <= place.end) to++;
    // A name that begins or ends inside a word is not a word of the sentence.
    if (words[at]?.start !== place.start || words[to - 1]?.end !== place.end) continue;
    found.push({ ...place, from: at, to });
  }
  return found;
}
