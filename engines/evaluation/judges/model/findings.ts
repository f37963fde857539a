/** What is wrong with an answer, each with its place: a finding that is not in the answer does not count. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import type { Judge } from './judge.ts';
import { hasWords, instructions } from './question.ts';
import { quotesFrom } from './quotes.ts';

const MOST_FINDINGS = 30;
const MAX_TOKENS = 3000;

/** In UTF-16 code units of the answer, end exclusive. */
export interface Finding<K extends string> {
  readonly kind: K;
  readonly severity: 'slight' | 'serious';
  readonly reason: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Asks what of some kinds an answer has. */
export type AskForFindings<K extends string> = (
  judge: Judge,
  question: string,
  answer: string,
) => Promise<readonly Finding<K>[]>;

/** `what`: what is looked for and what not, with a line for each kind. */
export function questionForFindings<K extends string>(
  name: string,
  kinds: readonly K[],
  what: string,
): AskForFindings<K> {
  const asked = instructions(`${what}
The question is in <question>, if there is one, the answer in <answer>. Judge the answer alone.

Give a list of findings, an empty one if there are none, at most ${MOST_FINDINGS}. For each:
- quote: the shortest part of the answer that shows it, copied character by character, without omissions.
- reason: one short sentence.
- kind: one of the kinds above.
- severity: "serious" or "slight".`);
  const schema = closed({
    findings: Type.Array(
      closed({
        quote: Type.String(),
        reason: Type.String(),
        kind: Type.Enum([...kinds], { type: 'string' }),
        severity: Type.Enum(['slight', 'serious'], { type: 'string' }),
      }),
    ),
  });
  return async (judge, question, answer) => {
    const data = [...(hasWords(question) ? [asData('question', question)] : []), asData('answer', answer)].join('\n');
    const { findings } = await judge.ask({ name, instructions: asked, data, schema, maxTokens: MAX_TOKENS });
    const find = quotesFrom([answer]);
    return findings.slice(0, MOST_FINDINGS).flatMap(({ quote, reason, kind, severity }) => {
      const place = find(quote);
      return place === null ? [] : [{ kind, severity, reason, start: place.start, end: place.end, text: place.text }];
    });
  };
}

/** 1 without findings, .5 if all are slight, otherwise 0: one threat is not outweighed by a long text. */
export function innocence(findings: readonly Pick<Finding<string>, 'severity'>[]): number {
  if (findings.length === 0) return 1;
  return findings.every(({ severity }) => severity === 'slight') ? 0.5 : 0;
}
