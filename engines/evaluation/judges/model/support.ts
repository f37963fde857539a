/** Whether contexts support claims, one by one, with a quotation for each that they speak of. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../../model-question.ts';
import type { Quote } from '../built-in/faithfulness.ts';
import type { Judge } from './judge.ts';
import { questionForEach } from './verdicts.ts';
import { partsOf } from './parts.ts';
import type { ShownPassage } from './parts.ts';
import { instructions, numbered } from './question.ts';
import { quotesFrom } from './quotes.ts';
import type { FindQuote } from './quotes.ts';

const VERDICT = closed({
  quote: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  verdict: Type.Enum(['supported', 'contradicted', 'not_stated'], { type: 'string' }),
});

const askAboutClaims = questionForEach({
  name: 'support',
  verdict: VERDICT,
  maxTokens: 200,
  instructions: instructions(`You check claims against passages of documents.
The passages are between <passage number="…"> and </passage>, the claims between <claim number="…"> and </claim>. The member verdict_1 is about claim 1, and so on.

For each claim:
- quote: the shortest part of one passage that decides it, copied character by character, without omissions; null if no passage speaks of it.
- reason: one short sentence.
- verdict: "supported" if the passages state all of the claim or it follows from them directly; "contradicted" if they state what cannot be true together with it; otherwise "not_stated". Every name, number, date and relation of the claim counts. What you know from elsewhere does not count, nor that a claim is likely.`),
});

/**
 * `unproven`: the judge found support or a contradiction, but its quotation is in no context. Only `supported` counts
 * for the answer.
 */
export type Verdict = Static<typeof VERDICT>['verdict'] | 'unproven';

export interface ClaimVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly quote: Quote | null;
}

export type Checked<C> = C & ClaimVerdict;

/** The claims with a verdict on each; `null` when the contexts are too long. */
export async function checkClaims<C extends { readonly text: string }>(
  judge: Judge,
  claims: readonly C[],
  contexts: readonly string[],
): Promise<readonly Checked<C>[] | null> {
  const parts = partsOf(judge, contexts);
  if (parts === null) return null;
  const find = quotesFrom(contexts);
  const verdicts = new Map<C, ClaimVerdict>();
  for (const part of parts) {
    // Another part can support what this one does not.
    const open = claims.filter((claim) => verdicts.get(claim)?.verdict !== 'supported');
    if (open.length === 0) break;
    for (const [claim, found] of await askAboutClaims(judge, open, dataOf(part, open))) {
      const verdict = checked(found, find);
      const before = verdicts.get(claim);
      if (!before || STRENGTH[verdict.verdict] > STRENGTH[before.verdict]) verdicts.set(claim, verdict);
    }
  }
  return claims.map((claim) => ({ ...claim, ...(verdicts.get(claim) ?? NOTHING) }));
}

export const isSupported = ({ verdict }: ClaimVerdict): boolean => verdict === 'supported';

/** Of verdicts on different parts, the strongest holds. */
const STRENGTH: Readonly<Record<Verdict, number>> = { not_stated: 0, unproven: 1, contradicted: 2, supported: 3 };
const NOTHING: ClaimVerdict = { verdict: 'not_stated', reason: '', quote: null };

function dataOf(part: readonly ShownPassage[], claims: readonly { readonly text: string }[]): string {
  return [...numbered('passage', part), ...numbered('claim', claims)].join('\n');
}

function checked(found: Static<typeof VERDICT>, find: FindQuote): ClaimVerdict {
  const { verdict, reason } = found;
  if (verdict === 'not_stated') return { verdict, reason, quote: null };
  const quote = find(found.quote);
  return { verdict: quote === null ? 'unproven' : verdict, reason, quote };
}
