/**
 * Names that are headings and nothing else. "Minutes of the Harbour Board" heads what one meeting said: the minutes of
 * another one may have a heading of the same words.
 */
import { statementsOf } from '../../text/statements.ts';
import { withoutBrackets } from '../names/normal.ts';
import type { ScoredPair } from './ambiguous.ts';
import type { MergeReason } from './options.ts';

/** What is left of the score of two headings. Set by judgement. */
const LEFT = 0.7;
/** What only names of persons and companies have. */
const OF_BEARERS: ReadonlySet<MergeReason> = new Set(['legal_form', 'title', 'nickname', 'initials', 'middle_name']);

/** Whether nothing in the names themselves says that they are more than headings. */
export const mayBeHeadings = ({ reasons }: ScoredPair): boolean => !reasons.some((reason) => OF_BEARERS.has(reason));

/** The pairs, those of two headings with a lower score. */
export function withHeadings<Pair extends ScoredPair>(
  pairs: readonly Pair[],
  isHeading: (entity: string) => boolean,
): Pair[] {
  return pairs.map((pair) => {
    if (!mayBeHeadings(pair) || !pair.entities.every(isHeading)) return pair;
    return { ...pair, score: pair.score * LEFT, reasons: [...pair.reasons, 'headings'] };
  });
}

/** A sentence has words beside names and dates, and an end. */
const WORD = /(?<!\p{L})\p{Ll}{2}|\p{Lo}{2}/u;
const ENDS = /[.!?。！？]["”»)\]*]{0,3}$/u;

/** Whether a sentence of the text says something of what has this heading. */
export function saysSomethingOf(heading: string, text: string): boolean {
  const name = withoutBrackets(heading);
  return statementsOf(text).some(({ kind, start, end }) => {
    const sentence = text.slice(start, end);
    const at = kind === 'sentence' && ENDS.test(sentence) ? sentence.indexOf(name) : -1;
    const rest = sentence.slice(at + name.length);
    return at >= 0 && !/^[\p{Ll}\p{Lu}\p{N}]/u.test(rest) && WORD.test(`${sentence.slice(0, at)} ${rest}`);
  });
}
