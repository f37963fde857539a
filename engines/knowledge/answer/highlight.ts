/** What of a passage to show for a question: the sentence that matches best, and the question's words in it. */
import { statementsOf } from '../../text/statements.ts';
import { lexemesOfWord } from '../retrieval/index.ts';
import type { Language } from '../../text/stop-words.ts';
import { isUnspaced, words } from '../../text/words.ts';
import type { Word } from '../../text/words.ts';
import type { Span } from '../../text/span.ts';
import type { AskedWord } from '../retrieval/index.ts';

export interface Highlight extends Span {
  /** The question's words, in order; offsets are those of the text. */
  readonly marks: readonly Span[];
}

/** Code units. Only a row of a table or a text without full stops is longer; its end is left out. */
const LONGEST = 600;

/**
 * Found by words alone, so that no sentence needs a vector: the first sentence where none has a word of the question.
 * Null for a text without sentences, such as code. `language` is the question's.
 */
export function highlight(asked: readonly AskedWord[], text: string, language: Language): Highlight | null {
  const weights = new Map(asked.map(({ lexeme, weight }) => [lexeme, weight]));
  let best: (Span & { readonly weight: number }) | null = null;
  for (const { start, end } of statementsOf(text)) {
    const shown = { start, end: Math.min(end, start + LONGEST) };
    const found = new Set(Array.from(askedIn(weights, text, shown, language), ({ lexeme }) => lexeme));
    const weight = [...found].reduce((sum, lexeme) => sum + (weights.get(lexeme) ?? 0), 0);
    if (best === null || weight > best.weight) best = { ...shown, weight };
  }
  return best && { start: best.start, end: best.end, marks: marksIn(asked, text, best, language) };
}

/** The question's words in a part of a text, in order. `language` is the question's. */
export function marksIn(asked: readonly AskedWord[], text: string, span: Span, language: Language): Span[] {
  const weights = new Map(asked.map(({ lexeme, weight }) => [lexeme, weight]));
  const marks: Span[] = [];
  for (const { start, end } of askedIn(weights, text, span, language)) {
    const last = marks.at(-1);
    // Pairs of characters overlap.
    if (last !== undefined && start <= last.end) marks[marks.length - 1] = { start: last.start, end };
    else marks.push({ start, end });
  }
  return marks;
}

interface Found extends Span {
  readonly lexeme: string;
}

function* askedIn(
  weights: ReadonlyMap<string, number>,
  text: string,
  { start, end }: Span,
  language: Language,
): Generator<Found> {
  for (const word of words(text.slice(start, end))) {
    const lexemes = lexemesOfWord(word.text, language);
    for (const [index, lexeme] of lexemes.entries()) {
      if (lexeme === null || !weights.has(lexeme)) continue;
      const place = placeOf(word, index, lexemes.length);
      yield { lexeme, start: start + place.start, end: start + place.end };
    }
  }
}

/** Where in a word its lexeme is: a pair of characters in a script without spaces, the word itself in others. */
function placeOf({ text, start, end }: Word, index: number, lexemes: number): Span {
  // Characters that change in number when they are folded have no places.
  if (!isUnspaced(text) || text.length !== lexemes + 1) return { start, end };
  return { start: start + index, end: start + index + 2 };
}
