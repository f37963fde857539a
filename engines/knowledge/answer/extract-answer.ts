/** An answer without a language model: the sentences that answer, each with its passage. No shorter: single words are right too seldom. */
import type { Language } from '../../text/stop-words.ts';
import type { SimilarityScale } from '../../text/similarity.ts';
import type { AskedWord } from './asked-words.ts';
import { judge } from './holds-answer.ts';
import type { Judgement } from './holds-answer.ts';
import { scoreSentences } from './sentences.ts';
import { standInTime } from './sentences-in-time.ts';
import type { AnswerTime, StandingSentence } from './sentences-in-time.ts';
import type { Period } from '../time/period.ts';
import type { AnswerPassage, AnswerVectors, Sentence } from './types.ts';

/** Sentences that are cited wherever they are. */
const BEST = 3;
const OF_EACH_PASSAGE = 2;
/** A sentence that stands further below the best is not part of the answer's text. */
const CLEARLY_BELOW = 0.35;

export interface CitedSentence<D extends Period> extends StandingSentence<D> {
  /** Whether the text of the answer has it: one of the best that stands near the best. */
  readonly isQuoted: boolean;
}

export interface ExtractiveAnswer<D extends Period = Period> extends Judgement {
  /** Best first: the best three, and the best two of each passage. */
  readonly sentences: readonly CitedSentence<D>[];
}

/**
 * `sentences` are of `sentencesOf(passages)`, `vectors` theirs in the same order; the text of the answer has at most `quoted` of them.
 * Whether they hold the answer is judged without time.
 */
export function extractAnswer<D extends Period>(
  asked: readonly AskedWord[],
  language: Language,
  passages: readonly AnswerPassage[],
  sentences: readonly Sentence[],
  vectors: AnswerVectors,
  scale: SimilarityScale,
  quoted: number,
  time: AnswerTime<D> | null,
): ExtractiveAnswer<D> {
  const standing = standInTime(scoreSentences(asked, sentences, vectors, scale), time);
  const least = (standing[0]?.standing ?? 0) - CLEARLY_BELOW;
  const taken = new Map<number, number>();
  const best = standing.filter(({ passage }, rank) => {
    const before = taken.get(passage) ?? 0;
    taken.set(passage, before + 1);
    return rank < BEST || before < OF_EACH_PASSAGE;
  });
  const cited = best.map((one, rank) => ({ ...one, isQuoted: rank < quoted && one.standing >= least }));
  return { sentences: cited, ...judge(asked, language, passages, cited) };
}
