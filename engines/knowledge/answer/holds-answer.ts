/** Stage 3: whether the passages hold the answer at all. */
import { coverage } from './asked-words.ts';
import type { AskedWord } from './asked-words.ts';
import type { AnswerPassage, ScoredSentence } from './types.ts';

export interface Judgement {
  readonly holdsAnswer: boolean;
  /** Probability that the passages hold the answer, where every second question has one. */
  readonly confidence: number;
}

/**
 * A logistic regression on musique_a and half of xquad_en_a, each question once with its gold passages and once without them.
 * All are in units of `similarity` or shares, so that they hold for any embedding model.
 */
const WEIGHTS = { best: 1.63, base: 2.74, coverage: 2.84, bias: -6.86 };
/** Nine of ten of those questions that can be answered are above it. */
const LEAST = 0.36;
/** Passages whose sentences shall cover the question: those of its two hops. */
const PATH = 2;

/**
 * `cited` are the best sentences of each passage, best first. No promise: of questions whose passages were taken away, it refuses
 * six in seven that need one passage, and a third to a half of those that need two.
 */
export function judge(
  asked: readonly AskedWord[],
  passages: readonly AnswerPassage[],
  cited: readonly ScoredSentence[],
): Judgement {
  const [best] = cited;
  if (best === undefined) return { holdsAnswer: false, confidence: 0 };
  const covers = cited.filter(({ passage }) => passage < PATH).flatMap(({ covers }) => (covers ? [covers] : []));
  const covered = covers.length > 0 ? coverage(asked, covers) : 1;
  const sum =
    WEIGHTS.best * best.score + WEIGHTS.base * (passages[0]?.base ?? 0) + WEIGHTS.coverage * covered + WEIGHTS.bias;
  const confidence = 1 / (1 + Math.exp(-sum));
  return { holdsAnswer: confidence >= LEAST, confidence };
}
