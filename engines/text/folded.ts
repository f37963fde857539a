/** A text in which a quotation is found although its white space, case, quotation marks or Markdown emphasis differ. */
import { isUnspaced } from './words.ts';
import type { Span } from './span.ts';

export interface FoldedText {
  readonly text: string;
  /** By code unit of `text`: start and end of the character in the source. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const SAME: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
};
const EMPHASIS = new Set('*`');
const SPACE = /\s/u;

/** In one pass over the text. */
export function fold(source: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let isSpace = true;
  for (const character of source) {
    const start = at;
    at += character.length;
    if (EMPHASIS.has(character)) continue;
    const wasSpace = isSpace;
    isSpace = SPACE.test(character);
    if (isSpace && wasSpace) continue;
    const plain = isSpace ? ' ' : (SAME[character] ?? character.toLowerCase());
    parts.push(plain);
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(start);
      ends.push(at);
    }
  }
  return { text: parts.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** A quotation in the form of {@link FoldedText.text}, without punctuation that a model puts around it. */
export function foldedQuote(quote: string): string {
  return trimmed(fold(quote).text, (character) => !EDGE.has(character));
}

const EDGE = new Set(' ."\',;:…');

function trimmed(text: string, isKept: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && !isKept(text[start] ?? '')) start++;
  while (end > start && !isKept(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

/** At most `most` places of a folded quotation, as whole words, in code units of the folded text. */
export function placesIn({ text }: FoldedText, quote: string, most: number, within?: Span): Span[] {
  const places: Span[] = [];
  if (quote === '') return places;
  const { start: from, end: to } = within ?? { start: 0, end: text.length };
  for (let start = text.indexOf(quote, from); start >= 0; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    if (end > to || places.length >= most) break;
    if (isEdge(text, start) && isEdge(text, end) && start >= (places.at(-1)?.end ?? 0)) places.push({ start, end });
  }
  return places;
}

/** A place of the folded text in code units of its source. */
export function sourceSpan({ starts, ends }: FoldedText, { start, end }: Span): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Whether no word goes on across this place. */
function isEdge(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at, at + 1)];
  return !LETTER.test(before) || !LETTER.test(after) || isUnspaced(before) || isUnspaced(after);
}
