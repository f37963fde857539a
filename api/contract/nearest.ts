/** Suggests a known word for an unknown one. */

/** Longer words are unlikely to be typos and would be expensive to compare. */
const MAX_LENGTH = 64;

/**
 * The known word that is most like `word`, or `null` when none is near: one that differs in case and punctuation alone
 * (`engineId`), that it begins or is begun by (`engine`), or that is a letter in three away at most (`souces`).
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const text = bare(word);
  if (text.length < 2 || word.length > MAX_LENGTH) return null;
  let found: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const other = bare(candidate);
    const [short, long] = text.length < other.length ? [text, other] : [other, text];
    const isBeginning = short.length >= 3 && long.startsWith(short);
    const steps = isBeginning ? 1 : distance(text, other);
    if (steps <= Math.max(1, Math.floor(long.length / 3)) && steps < least) {
      least = steps;
      found = candidate;
    }
  }
  return found;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_step, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? 0;
}
