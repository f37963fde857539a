/** What each sentence of an answer does for the question. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { questionForEach } from './verdicts.ts';
import { instructions } from './question.ts';

const ROLES = ['answers', 'supports', 'unrelated', 'evades', 'repeats', 'courtesy'] as const;

export const askAboutSentences = questionForEach({
  name: 'answer_relevance',
  verdict: closed({ reason: Type.String(), role: Type.Enum([...ROLES], { type: 'string' }) }),
  maxTokens: 100,
  instructions:
    instructions(`You judge whether an answer has to do with its question. Whether it is true does not matter.
The question is in <question>. The sentences of the answer are in <sentence number="…">. The member verdict_1 is about sentence 1, and so on.

For each sentence:
- reason: one short sentence.
- role: "answers" if it gives what the question asks for, or a part of it; "supports" if it explains, qualifies or backs a sentence that does; "evades" if it refuses, excuses, says that the answer is not known, or asks in return; "repeats" if it only says again what the question says; "courtesy" if it is a greeting or a closing; otherwise "unrelated".`),
});

/** Without courtesies, the share of sentences that have to do with the question; 0 when none answers it. */
export function relevantShare(roles: readonly (typeof ROLES)[number][]): number {
  const counted = roles.filter((role) => role !== 'courtesy');
  if (!counted.includes('answers')) return 0;
  return counted.filter((role) => role === 'answers' || role === 'supports').length / counted.length;
}
