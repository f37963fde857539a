/** Whether the passages that each sentence of an answer cites support it. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import type { CitedClaim, CitingClaim } from '../built-in/citations.ts';
import type { Quote } from '../built-in/faithfulness.ts';
import type { Judge } from './judge.ts';
import { questionForEach } from './verdicts.ts';
import { fits, instructions } from './question.ts';
import { quotesFrom } from './quotes.ts';

/** Citing claims that a question is about. */
const MOST_CLAIMS = 20;

const VERDICT = closed({
  quotes: Type.Array(closed({ passage: Type.Integer(), quote: Type.String() })),
  reason: Type.String(),
  verdict: Type.Enum(['supported', 'unsupported'], { type: 'string' }),
});

const askAboutCitations = questionForEach({
  name: 'citations',
  verdict: VERDICT,
  maxTokens: 300,
  instructions: instructions(`You check whether passages support the claims that cite them.
The passages are in <passage number="…">, the claims in <claim number="…" cites="…">, with the numbers of the passages that each cites. The member verdict_1 is about claim 1, and so on.

For each claim:
- quotes: from each cited passage that supports the claim or a part of it, the shortest part that does, copied character by character, with the number of the passage.
- reason: one short sentence.
- verdict: "supported" if the cited passages together state all of the claim or it follows from them directly; otherwise "unsupported". Passages that it does not cite do not count, nor what you know from elsewhere.`),
});

export interface CheckedCitation extends CitedClaim {
  readonly reason: string;
  readonly quotes: readonly Quote[];
}

/** `null` when the cited passages are too long. Passages are numbered from 1. */
export async function checkCitations(
  judge: Judge,
  claims: readonly CitingClaim[],
  passages: readonly string[],
): Promise<readonly CheckedCitation[] | null> {
  const checked = new Map<CitingClaim, CheckedCitation>(claims.map((claim) => [claim, withoutPassage(claim)]));
  const due = claims.filter(({ cited }) => cited.some((number) => passages[number - 1] !== undefined));
  for (let from = 0; from < due.length; from += MOST_CLAIMS) {
    const some = due.slice(from, from + MOST_CLAIMS);
    const data = dataOf(some, passages);
    if (!fits(judge, data)) return null;
    for (const [claim, { quotes: given, reason, verdict }] of await askAboutCitations(judge, some, data)) {
      const quotes = given.flatMap(({ passage, quote }) => {
        const found = claim.cited.includes(passage) ? quotesFrom([passages[passage - 1] ?? ''])(quote) : null;
        return found === null ? [] : [{ ...found, context: passage - 1 }];
      });
      const idle = claim.cited.filter((number) => !quotes.some(({ context }) => context === number - 1));
      const isSupported = verdict === 'supported' && quotes.length > 0;
      checked.set(claim, { ...claim, verdict: isSupported ? 'supported' : 'unsupported', idle, reason, quotes });
    }
  }
  return [...checked.values()];
}

function withoutPassage(claim: CitingClaim): CheckedCitation {
  const { cited } = claim;
  const verdict = cited.length === 0 ? 'uncited' : 'no_such_passage';
  return { ...claim, verdict, idle: cited, reason: '', quotes: [] };
}

function dataOf(claims: readonly CitingClaim[], passages: readonly string[]): string {
  const cited = [...new Set(claims.flatMap((claim) => claim.cited))].toSorted((a, b) => a - b);
  return [
    ...cited.flatMap((number) => {
      const passage = passages[number - 1];
      return passage === undefined ? [] : [asData('passage', passage, ` number="${number}"`)];
    }),
    ...claims.map(({ text, cited: numbers }, index) =>
      asData('claim', text, ` number="${index + 1}" cites="${numbers.join(', ')}"`),
    ),
  ].join('\n');
}
