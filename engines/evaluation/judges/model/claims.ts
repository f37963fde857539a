/** The claims of an answer, each to be checked by itself. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import type { Judge } from './judge.ts';
import { hasWords, instructions } from './question.ts';
import { quotesFrom } from './quotes.ts';

/** Claims of one answer that are checked. */
const MOST_CLAIMS = 30;
const MAX_TOKENS = 4000;

const INSTRUCTIONS = instructions(`You list the claims of an answer, so that each can be checked by itself.
The answer is between <answer> and </answer>, the question it was given, if there is one, between <question> and </question>.

- A claim is one statement of fact about the world or about a document. Split a sentence that makes several.
- Make each claim understandable by itself: replace pronouns by what they stand for. Change, add and omit nothing else. Do not correct it, even if you know that it is wrong.
- If the answer is no whole sentence, such as a name, complete it from the question.
- Questions, greetings, opinions, offers, advice, refusals and statements that something is unknown or was not found are no claims.
- Give with each claim its quote: the words of the answer that make it, copied character by character.
- Give at most ${MOST_CLAIMS} claims, in the order of the answer. Give an empty list if there are none.`);

const SCHEMA = closed({ claims: Type.Array(closed({ quote: Type.String(), claim: Type.String() })) });

/** What an answer claims. */
export interface Claim {
  readonly text: string;
  /**
   * Where the answer makes it, in UTF-16 code units, end exclusive. `null` when the quote of the judge is not in the
   * answer; the claim counts all the same.
   */
  readonly start: number | null;
  readonly end: number | null;
}

/** At most {@link MOST_CLAIMS}; none for an answer that refuses or evades. */
export async function claimsOf(judge: Judge, question: string, answer: string): Promise<Claim[]> {
  const data = [...(hasWords(question) ? [asData('question', question)] : []), asData('answer', answer)].join('\n');
  const asked = { name: 'claims', instructions: INSTRUCTIONS, data, schema: SCHEMA, maxTokens: MAX_TOKENS };
  const { claims } = await judge.ask(asked);
  const find = quotesFrom([answer]);
  return claims
    .filter(({ claim }) => hasWords(claim))
    .slice(0, MOST_CLAIMS)
    .map(({ claim, quote }) => {
      const place = find(quote);
      return { text: claim, start: place?.start ?? null, end: place?.end ?? null };
    });
}
