/** An answer without a language model: the sentences that answer, each with its passage. No shorter: single words are right too seldom. */
import type { Question } from '../retrieval/question.ts';
import type { Measures } from '../retrieval/base.ts';
import { askedWords } from './asked-words.ts';
import { judge } from './holds-answer.ts';
import type { Judgement } from './holds-answer.ts';
import { scoreSentences } from './sentences.ts';
import type { AnswerPassage, AnswerVectors, ScoredSentence, Sentence } from './types.ts';

const BEST = 3;
const OF_EACH_PASSAGE = 2;

export interface ExtractiveAnswer extends Judgement {
  /** Best first: the best three, and the best two of each passage. */
  readonly sentences: readonly ScoredSentence[];
}

/** `sentences` are of `sentencesOf(passages)`, `vectors` theirs in the same order. */
export function extractAnswer(
  question: Question,
  passages: readonly AnswerPassage[],
  sentences: readonly Sentence[],
  vectors: AnswerVectors,
  { scale, lexical }: Measures,
): ExtractiveAnswer {
  const asked = askedWords(question, lexical);
  const scored = scoreSentences(asked, question.language, passages, sentences, vectors, scale);
  const taken = new Map<number, number>();
  const cited = scored.filter(({ passage }, rank) => {
    const before = taken.get(passage) ?? 0;
    taken.set(passage, before + 1);
    return rank < BEST || before < OF_EACH_PASSAGE;
  });
  return { sentences: cited, ...judge(asked, passages, cited) };
}
