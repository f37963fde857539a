/** An answer without a language model: the sentences that answer, each with its passage. No shorter: single words are right too seldom. */
import type { Language } from '../../text/stop-words.ts';
import type { SimilarityScale } from '../../text/similarity.ts';
import type { AskedWord } from './asked-words.ts';
import { judge } from './holds-answer.ts';
import type { Judgement } from './holds-answer.ts';
import { scoreSentences } from './sentences.ts';
import type { AnswerPassage, AnswerVectors, ScoredSentence, Sentence } from './types.ts';

/** Sentences that are cited wherever they are. */
const BEST = 3;
const OF_EACH_PASSAGE = 2;
/** A sentence whose score is further below the best is not part of the answer's text. */
const CLEARLY_BELOW = 0.35;

export interface CitedSentence extends ScoredSentence {
  /** Whether the text of the answer has it: one of the best whose score is near the best. */
  readonly isQuoted: boolean;
}

export interface ExtractiveAnswer extends Judgement {
  /** Best first: the best three, and the best two of each passage. */
  readonly sentences: readonly CitedSentence[];
}

/** `sentences` are of `sentencesOf(passages)`, `vectors` theirs in the same order; the text of the answer has at most `quoted` of them. */
export function extractAnswer(
  asked: readonly AskedWord[],
  language: Language,
  passages: readonly AnswerPassage[],
  sentences: readonly Sentence[],
  vectors: AnswerVectors,
  scale: SimilarityScale,
  quoted: number,
): ExtractiveAnswer {
  const scored = scoreSentences(asked, sentences, vectors, scale);
  const least = (scored[0]?.score ?? 0) - CLEARLY_BELOW;
  const taken = new Map<number, number>();
  const best = scored.filter(({ passage }, rank) => {
    const before = taken.get(passage) ?? 0;
    taken.set(passage, before + 1);
    return rank < BEST || before < OF_EACH_PASSAGE;
  });
  const cited = best.map((one, rank) => ({ ...one, isQuoted: rank < quoted && one.score >= least }));
  return { sentences: cited, ...judge(asked, language, passages, cited) };
}
