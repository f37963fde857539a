/** Parts of sources that a question can show as a whole. */
import { sentencesOf } from '../../text/sentences.ts';
import { fold, foldedQuote, placesIn, sourceSpan } from '../../text/folded.ts';

/** What passages are parts of. */
export interface Text {
  readonly id: string;
  /** Empty where nothing says it. */
  readonly title: string;
  readonly text: string;
}

export interface Passage {
  readonly source: Text;
  /** UTF-16 code units of the text of the source, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Characters of a passage: about 750 tokens of prose. */
const LONGEST = 3000;
/** A passage may be that much shorter to end where a paragraph or a sentence ends. */
const SHORTEST = LONGEST / 2;
/** Where a passage had best end. */
const ENDS = ['\n\n', '\n', '. ', '。', ' '] as const;

const WORD = /[\p{L}\p{N}]/u;

/** The passages of sources, in order, those without words left out. Time grows with the length of the texts. */
export function passagesOf(sources: readonly Text[]): readonly Passage[] {
  return sources.flatMap((source) => {
    const passages: Passage[] = [];
    for (let start = 0; start < source.text.length;) {
      const end = endOf(source.text, start);
      if (WORD.test(source.text.slice(start, end))) passages.push({ source, start, end });
      start = end;
    }
    return passages;
  });
}

function endOf(text: string, start: number): number {
  if (text.length - start <= LONGEST) return text.length;
  const window = text.slice(start, start + LONGEST);
  for (const mark of ENDS) {
    const at = window.lastIndexOf(mark);
    if (at >= SHORTEST) return start + at + mark.length;
  }
  const isHalf = (text.charCodeAt(start + LONGEST) & 0xfc00) === 0xdc00;
  return start + LONGEST - (isHalf ? 1 : 0);
}

export const textOf = ({ source, start, end }: Passage): string => source.text.slice(start, end).trim();

/** With the title of its source above it. */
export const titledText = (passage: Passage): string => withTitle(passage.source.title, textOf(passage));

/** A text below its title, as models see it and items quote it. */
export const withTitle = (title: string, text: string): string => (title === '' ? text : `${title}\n\n${text}`);

/** The sentences of a passage, as places in the text of its source. */
export const sentencesIn = ({ source, start, end }: Passage) => sentencesOf(source.text, start, end);

/** Where a source states what an item says. */
export interface Evidence {
  readonly source: string;
  /** UTF-16 code units of the text of the source, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/**
 * A quotation of a model in a passage, although white space, case or quotation marks differ; `null`: it is not there.
 */
export function findQuote(passage: Passage, quote: string): Evidence | null {
  const { source, start: from, end: to } = passage;
  if (!WORD.test(quote)) return null;
  const folded = fold(source.text.slice(from, to));
  const [place] = placesIn(folded, foldedQuote(quote), 1);
  if (place === undefined) return null;
  const span = sourceSpan(folded, place);
  const [start, end] = [from + span.start, from + span.end];
  return { source: source.id, start, end, quote: source.text.slice(start, end) };
}
