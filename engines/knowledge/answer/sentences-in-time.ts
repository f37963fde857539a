/** The sentences of an answer to a question of time: each stands by its own dates, as passages do. */
import type { Period } from '../time/period.ts';
import type { AskedTime } from '../time/question.ts';
import { rankInTime } from '../time/rank.ts';
import type { Timed } from '../time/rank.ts';
import type { ScoredSentence, Sentence } from './types.ts';

/** What a question asks of time, and what is known of its sentences. */
export interface AnswerTime<D extends Period> {
  readonly asked: AskedTime;
  /** Days since 1970-01-01. */
  readonly today: number;
  /** The dates of a sentence; of one without, those above it. */
  readonly datesOf: (sentence: Sentence) => Timed<D>['dates'];
}

export interface StandingSentence<D extends Period> extends ScoredSentence {
  /** By which the sentences are ordered: the score, and how well the dates fit. */
  readonly standing: number;
  /** The date that counted; `null` if none did. */
  readonly date: D | null;
}

/** Best first; in the order given where time does not count. */
export function standInTime<D extends Period>(
  scored: readonly ScoredSentence[],
  time: AnswerTime<D> | null,
): StandingSentence<D>[] {
  if (time === null) return scored.map((sentence) => ({ ...sentence, standing: sentence.score, date: null }));
  const timed = scored.map((sentence) => ({ score: sentence.score, dates: time.datesOf(sentence) }));
  const ranked = rankInTime(timed, time.asked, time.today);
  return scored
    .map((sentence, index) => {
      const { score, date } = ranked[index] ?? { score: sentence.score, date: null };
      return { ...sentence, standing: score, date };
    })
    .toSorted((a, b) => b.standing - a.standing);
}
