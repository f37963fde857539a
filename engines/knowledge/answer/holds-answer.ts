/** Stage 3: whether the passages hold the answer at all. */
import { withoutColumns } from '../../text/chunking/headings.ts';
import { coverage } from '../retrieval/index.ts';
import type { AskedWord } from '../retrieval/index.ts';
import type { Language } from '../../text/stop-words.ts';
import { coversOf } from './sentences.ts';
import type { AnswerPassage, ScoredSentence } from './types.ts';

export interface Judgement {
  readonly holdsAnswer: boolean;
  /** Probability that the passages hold the answer, where every second question has one. */
  readonly confidence: number;
}

/**
 * A logistic regression on musique_a, half of xquad_en_a (each question once with its gold passages and once without
 * them) and bench/knowledge/documents/office. All are in units of `similarity` or shares, so that they hold for any
 * embedding model.
 */
const WEIGHTS = { best: 4.8, base: 1.35, coverage: 1.85, bias: -7.7 };
/** Nine of ten of those questions that can be answered are above it. */
const LEAST = 0.36;

/**
 * `cited` are the best sentences of each passage, best first. No promise: of questions whose passages were taken away,
 * it refuses most that need one passage, and fewer than half of those that need two.
 */
export function judge(
  asked: readonly AskedWord[],
  language: Language,
  passages: readonly AnswerPassage[],
  cited: readonly ScoredSentence[],
): Judgement {
  const [best] = cited;
  if (best === undefined) return { holdsAnswer: false, confidence: 0 };
  const sum =
    WEIGHTS.best * best.score +
    WEIGHTS.base * (passages[0]?.base ?? 0) +
    WEIGHTS.coverage * covered(asked, language, passages, cited) +
    WEIGHTS.bias;
  const confidence = 1 / (1 + Math.exp(-sum));
  return { holdsAnswer: confidence >= LEAST, confidence };
}

/**
 * The share of the question that the sentences along its path cover, with the headings of their passages, each once.
 * Between languages, where words cannot be compared, the similarity of the best sentence.
 */
function covered(
  asked: readonly AskedWord[],
  language: Language,
  passages: readonly AnswerPassage[],
  cited: readonly ScoredSentence[],
): number {
  const path = pathIn(passages);
  const said = cited.flatMap(({ passage, covers }) => (covers && path.has(passage) ? [covers] : []));
  if (said.length === 0) return Math.min(Math.max(cited[0]?.similarity ?? 0, 0), 1);
  const headed = [...path].map((at) => coversOf(asked, withoutColumns(passages[at]?.heading ?? ''), language));
  return coverage(asked, [...said, ...headed]);
}

/**
 * The first passage, and the best one of the second hop with the one that led to it; without a second hop the first
 * two.
 */
function pathIn(passages: readonly AnswerPassage[]): Set<number> {
  const reached = passages.findIndex(({ from }) => from !== null);
  if (reached < 0) return new Set([0, 1]);
  return new Set([0, reached, passages[reached]?.from ?? 0]);
}
