/**
 * An answer without a language model: the sentences that answer, each with its passage. No shorter: single words are
 * right too seldom.
 */
import type { Language } from '../../text/stop-words.ts';
import type { SimilarityScale } from '../../text/similarity.ts';
import { askedWords, coverage, lexemes, weighedWords } from '../retrieval/index.ts';
import type { AskedWord, LexicalStatistics, Question } from '../retrieval/index.ts';
import type { Period } from '../time/period.ts';
import type { AskedTime } from '../time/question.ts';
import { rankInTime } from '../time/rank.ts';
import type { Timed } from '../time/rank.ts';
import { judge } from './holds-answer.ts';
import type { Judgement } from './holds-answer.ts';
import { scoreSentences } from './sentences.ts';
import type { AnswerPassage, AnswerVectors, ScoredSentence, Sentence } from './types.ts';

/**
 * Of each passage. On 50 questions of MuSiQue and of XQuAD three find as many answers as all sentences, in three fifths
 * of the time; two find fewer.
 */
const MOST_EMBEDDED = 3;

/** Sentences that are cited wherever they are. */
const BEST = 3;
const OF_EACH_PASSAGE = 2;
/** A sentence that stands further below the best is not part of the answer's text. */
const CLEARLY_BELOW = 0.35;

/** What a question asks of time, and what is known of its sentences. */
export interface AnswerTime<D extends Period> {
  readonly asked: AskedTime;
  /** Days since 1970-01-01. */
  readonly today: number;
  /** The dates of a sentence; of one without, those above it. */
  readonly datesOf: (sentence: Sentence) => Timed<D>['dates'];
}

interface StandingSentence<D extends Period> extends ScoredSentence {
  /** By which the sentences are ordered: the score, and how well the dates fit. */
  readonly standing: number;
  /** The date that counted; `null` if none did. */
  readonly date: D | null;
}

interface CitedSentence<D extends Period> extends StandingSentence<D> {
  /** Whether the text of the answer has it: one of the best that stands near the best. */
  readonly isQuoted: boolean;
}

export interface ExtractiveAnswer<D extends Period = Period> extends Judgement {
  /** Best first: the best three, and the best two of each passage. */
  readonly sentences: readonly CitedSentence<D>[];
}

/**
 * `sentences` are of `sentencesOf(passages)`, `vectors` theirs in the same order; the text of the answer has at most
 * `quoted` of them. Whether they hold the answer is judged without time.
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

/**
 * Of each passage the three sentences that have the most of the question's words, or of the words of the probe that led
 * to the passage (`null`: none did). In their order. Of a passage in another language all sentences, since words cannot
 * be compared.
 */
export function promisingSentences(
  question: Question,
  statistics: LexicalStatistics,
  passages: readonly AnswerPassage[],
  probes: readonly (string | null)[],
  sentences: readonly Sentence[],
): Sentence[] {
  const { language } = question;
  const asked = askedWords(question, statistics);
  return [...Map.groupBy(sentences, ({ passage }) => passage)].flatMap(([index, ofPassage]) => {
    if (passages[index]?.language !== language) return ofPassage;
    const probe = weighedWords([...lexemes(probes[index] ?? '', language).positions.keys()], statistics);
    return ofPassage
      .map((sentence, order) => ({ sentence, order, share: shareOf(sentence, [asked, probe], language) }))
      .sort((a, b) => b.share - a.share)
      .slice(0, MOST_EMBEDDED)
      .sort((a, b) => a.order - b.order)
      .map(({ sentence }) => sentence);
  });
}

/** The largest share of the words of one of the questions that a sentence has. */
function shareOf({ text }: Sentence, questions: readonly (readonly AskedWord[])[], language: Language): number {
  const read = lexemes(text, language).positions;
  const shares = questions
    .filter(({ length }) => length > 0)
    .map((words) => coverage(words, [words.map(({ lexeme }) => read.has(lexeme))]));
  return Math.max(0, ...shares);
}

/** Best first; in the order given where time does not count. */
function standInTime<D extends Period>(
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
