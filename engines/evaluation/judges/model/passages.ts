/** How much each retrieved passage helps, with a quotation for each that does. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../../model-question.ts';
import type { Quote } from '../built-in/faithfulness.ts';
import type { Judge } from './judge.ts';
import { questionForEach } from './verdicts.ts';
import type { AskForEach } from './verdicts.ts';
import { partsOf } from './parts.ts';
import { instructions, numbered } from './question.ts';
import { quotesFrom } from './quotes.ts';

const VERDICT = closed({
  quote: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  worth: Type.Enum(['full', 'part', 'none'], { type: 'string' }),
});

const FORM = `The member verdict_1 is about passage 1, and so on.

For each passage:
- quote: the shortest part of the passage that decides it, copied character by character, without omissions; null if there is none.
- reason: one short sentence.`;

const about = (name: string, task: string): AskForEach<typeof VERDICT> =>
  questionForEach({ name, verdict: VERDICT, maxTokens: 180, instructions: instructions(task) });

/** Whether passages have what the expected answer needs. */
export const askForUse = about(
  'context_precision',
  `You judge passages that were retrieved for a question, by an answer that is known to be right.
The question is in <question>, right answers are in <expected_answer>, the passages in <passage number="…">. ${FORM}
- worth: "full" if a reader of this passage alone could give a right answer; "part" if it states a fact that a right answer needs; "none" if it is only on the same subject, or unrelated.`,
);

/** Whether passages help to answer a question. */
export const askForRelevance = about(
  'context_relevance',
  `You judge passages that were retrieved for a question.
The question is in <question>, the passages in <passage number="…">. ${FORM}
- worth: "full" if a reader of this passage alone could answer the question; "part" if it states something that an answer needs; "none" if it is only on the same subject, or unrelated.`,
);

/** A passage as evidence. */
export interface JudgedPassage {
  /** Index of the passage. */
  readonly context: number;
  readonly worth: Static<typeof VERDICT>['worth'];
  readonly reason: string;
  readonly quote: Quote | null;
}

const VALUE = { full: 1, part: 0.5, none: 0 } as const;
export const worthOf = ({ worth }: JudgedPassage): number => VALUE[worth];

/**
 * A verdict on each passage, in their order, `null` when they are too long. One without words is worth nothing, nor is
 * one whose quotation is not in it.
 */
export async function judgePassages(
  judge: Judge,
  ask: AskForEach<typeof VERDICT>,
  question: string,
  passages: readonly string[],
): Promise<readonly JudgedPassage[] | null> {
  const parts = partsOf(judge, passages);
  if (parts === null) return null;
  const judged = passages.map((_text, context): JudgedPassage => ({ context, worth: 'none', reason: '', quote: null }));
  for (const part of parts) {
    const verdicts = await ask(judge, part, [question, ...numbered('passage', part)].join('\n'));
    for (const [{ passage: context }, { quote: quoted, reason, worth }] of verdicts) {
      const found = quotesFrom([passages[context] ?? ''])(quoted);
      const quote = found && { ...found, context };
      const now: JudgedPassage = { context, worth: quote === null ? 'none' : worth, reason, quote };
      const before = judged[context];
      // The pieces of a long passage are judged one by one: the best counts.
      if (before && (before.reason === '' || worthOf(now) > worthOf(before))) judged[context] = now;
    }
  }
  return judged;
}
