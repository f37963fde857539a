/** What of a model's rules the passage states: each quote has its place in the text, or the rule is dropped. */
import { fold, foldedQuote, placesIn, sourceSpan } from '../../text/folded.ts';
import { LONGEST_RULE, MOST_RULES } from './coding-rules.ts';
import type { CodingRule } from './coding-rules.ts';
import type { RulesAnswer } from './prompt.ts';

export interface GroundedRules {
  /** In the order of the text, none inside of another. */
  readonly rules: readonly CodingRule[];
  /** How many the text does not state, or are beyond the limits. What is given twice is one rule, and not dropped. */
  readonly dropped: number;
}

/**
 * Checks a model's answer against the text that it was made from. Takes time linear in the text for each of at most 100
 * rules.
 */
export function groundRules(text: string, { rules: given }: RulesAnswer): GroundedRules {
  const folded = fold(text);
  const found: CodingRule[] = [];
  for (const { kind, quote } of given.slice(0, MOST_RULES)) {
    const [place] = quote.length > LONGEST_RULE ? [] : placesIn(folded, foldedQuote(quote), 1);
    if (place !== undefined) found.push({ kind, ...sourceSpan(folded, place) });
  }
  const dropped = given.length - found.length;
  const rules: CodingRule[] = [];
  for (const rule of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (rule.end > (rules.at(-1)?.end ?? 0)) rules.push(rule);
  }
  return { rules, dropped };
}
