/** Okapi BM25 (Robertson and Zaragoza 2009) with Lucene's idf, which is never negative. */

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** What BM25 knows of all texts that a search may see. */
export interface LexicalStatistics {
  /** How many texts there are. */
  readonly texts: number;
  /** Mean `length` of their lexemes. */
  readonly averageLength: number;
  /** In how many texts each lexeme occurs; one that is missing occurs in none. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface LexicalText {
  /** As `lexemes` counts it. */
  readonly length: number;
  /** How often each lexeme that is asked for occurs; others may be missing. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The weight of a lexeme; the highest for one that no text has. */
export function inverseFrequency(lexeme: string, { texts, frequencies }: LexicalStatistics): number {
  const frequency = Math.min(frequencies.get(lexeme) ?? 0, texts);
  return Math.log(1 + (texts - frequency + 0.5) / (frequency + 0.5));
}

/** 0 or more, below `attainable` of the same lexemes. */
export function bm25(asked: Iterable<string>, text: LexicalText, statistics: LexicalStatistics): number {
  const relative = statistics.averageLength > 0 ? text.length / statistics.averageLength : 1;
  const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative);
  let score = 0;
  for (const lexeme of asked) {
    const count = text.counts.get(lexeme) ?? 0;
    if (count > 0) score += (inverseFrequency(lexeme, statistics) * count * (SATURATION + 1)) / (count + norm);
  }
  return score;
}

/** What a text that is full of all of these lexemes would score, those included that no text has. */
export function attainable(asked: Iterable<string>, statistics: LexicalStatistics): number {
  let score = 0;
  for (const lexeme of asked) score += inverseFrequency(lexeme, statistics) * (SATURATION + 1);
  return score;
}
