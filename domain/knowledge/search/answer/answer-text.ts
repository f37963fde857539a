/** The texts of answers. */
export const NOT_FOUND = 'The passages that were found do not seem to hold the answer.';
const UNCERTAIN = 'Nothing states this for certain; the closest passages say:';

/** A sentence of an answer. */
export interface Quotation {
  /** Rank of its passage, from 1. */
  readonly rank: number;
  /** Where it begins in its passage. */
  readonly start: number;
  readonly words: string;
}

/**
 * An extractive answer in words; `null` without quotations. They are given best first. By `text`, the passages keep this order, and the
 * sentences of a passage get that of its text; by `rank`, all keep it: what is the latest comes first.
 */
export function answerText(
  quotations: readonly Quotation[],
  holdsAnswer: boolean,
  order: 'text' | 'rank' = 'text',
): string | null {
  const sentences = (order === 'rank' ? quotations : inTextOrder(quotations)).map(
    ({ words, rank }) => `${ended(words)} [${rank}]`,
  );
  if (sentences.length === 0) return null;
  return (holdsAnswer ? sentences : [UNCERTAIN, ...sentences]).join(' ');
}

function inTextOrder(quotations: readonly Quotation[]): Quotation[] {
  const passages = Map.groupBy(quotations, ({ rank }) => rank);
  return [...passages.values()].flatMap((quoted) => quoted.toSorted((a, b) => a.start - b.start));
}

/** Rows and items of lists have no full stop. */
const ended = (words: string): string => (/[\p{L}\p{N}]$/u.test(words) ? `${words}.` : words);
