/** Lexemes in the notation of Postgres. */

/** A lexeme as a `tsquery` or a `tsvector` has it. */
export function quotedLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll("'", "''").replaceAll('\\', String.raw`\\`)}'`;
}

/** Postgres keeps at most this many positions of a lexeme, and none above the other limit. */
const MOST_POSITIONS = 255;
const LAST_POSITION = 16_383;

/** Lexemes with their positions, from 1, as a `tsvector`. */
export function vectorOfTerms(positions: ReadonlyMap<string, readonly number[]>): string {
  return Array.from(positions, ([lexeme, at]) => {
    const kept = at.slice(0, MOST_POSITIONS).map((position) => Math.min(position, LAST_POSITION));
    return `${quotedLexeme(lexeme)}:${[...new Set(kept)].join(',')}`;
  }).join(' ');
}

/**
 * A function that counts these lexemes in a `tsvector` in Postgres's notation; those that it lacks are absent. A lexeme
 * is a word, without spaces.
 */
export function countsOf(lexemes: readonly string[]): (terms: string) => Map<string, number> {
  const wanted = new Map(lexemes.map((lexeme) => [quotedLexeme(lexeme), lexeme]));
  return (terms) => {
    const counts = new Map<string, number>();
    for (const term of terms.split(' ')) {
      const end = term.lastIndexOf(':');
      const lexeme = wanted.get(term.slice(0, end));
      if (lexeme !== undefined) counts.set(lexeme, term.slice(end).split(',').length);
    }
    return counts;
  };
}
