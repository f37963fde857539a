/** Answers: what of passages answers a question, extracted or written by a language model. */
export { WRITTEN_SENTENCE, checkAnswer, givenOf, withoutMarks } from './citations.ts';
export type { CitingSentence } from './citations.ts';
export { extractAnswer, promisingSentences } from './extract-answer.ts';
export type { AnswerTime, ExtractiveAnswer } from './extract-answer.ts';
export { highlight } from './highlight.ts';
export type { Highlight } from './highlight.ts';
export {
  ANSWER_RULES,
  ANSWER_SCHEMA,
  MOST_ANSWER_TOKENS,
  mostThatFits,
  passagesThatFit,
  questionPrompt,
} from './model-prompt.ts';
export type { ShownPassage } from './model-prompt.ts';
export { SentenceReader } from './read-sentences.ts';
export { quotedInWords } from './rows.ts';
export { sentencesOf } from './sentences.ts';
export type { AnswerPassage, Sentence } from './types.ts';
