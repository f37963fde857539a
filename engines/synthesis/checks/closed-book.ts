/**
 * Whether a model answers a question without its passages: then the question tests what the model knows, not what it
 * reads.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../model-question.ts';
import type { ModelQuestion } from '../../model-question.ts';
import { judgeCorrectness } from '../../evaluation/judges/built-in/index.ts';
import { asData } from '../../prompt-data.ts';
import { instructions, tokensOf } from '../generation/prompt.ts';
import type { Item } from '../items/item.ts';
import { isGuessed } from './choices.ts';

/** From this probability on an answer counts as right, as everywhere else. */
const RIGHT = 0.5;

/** To know comes first: a model that has to say so guesses less. */
const ANSWER = closed({ knows: Type.Boolean(), answer: Type.String() });

const OUTPUT_TOKENS = 100;
/** Of a name or a number as JSON. */
const USUAL_OUTPUT_TOKENS = 25;

const INSTRUCTIONS = instructions(
  'You are asked the question in <question>, without any document. Answer it if you know the answer.',
  `Rules:
- knows: whether you know the answer. Do not guess.
- answer: the answer in a few words; empty if you do not know it.`,
);

/** What is asked of an item; `null` for one without an answer, or with one that could be guessed. */
export function closedBookCase({
  question,
  answer,
  contexts,
}: Item['value']): { readonly question: string; readonly answer: string } | null {
  if (typeof question !== 'string' || typeof answer !== 'string' || !Array.isArray(contexts)) return null;
  return isGuessed(question, answer) ? null : { question, answer };
}

export function closedBookQuestion(question: string): ModelQuestion<typeof ANSWER> {
  return {
    name: 'closed_book',
    instructions: INSTRUCTIONS,
    data: asData('question', question),
    schema: ANSWER,
    maxTokens: OUTPUT_TOKENS,
  };
}

/** What asking about a question is expected to take. */
export const closedBookTokens = (question: string) => tokensOf(closedBookQuestion(question), USUAL_OUTPUT_TOKENS);

/** Probability that what the model said is right, and whether that gives the item away. */
export function judgeClosedBook(
  expected: string,
  { knows, answer }: Static<typeof ANSWER>,
): { readonly right: number; readonly isKnown: boolean } {
  const right = knows ? (judgeCorrectness([expected], answer)?.score ?? 0) : 0;
  return { right, isKnown: right >= RIGHT };
}
