/** Whether a context supports an answer, claim by claim, by a fitted judge without a model. */
import { withoutMarks } from './citation-marks.ts';
import { askOf, MEASURES, supportOf } from './support.ts';
import type { Measure, Support } from './support.ts';
import { readContext } from './context.ts';
import type { Context } from './context.ts';
import { limitOf } from './limits.ts';
import type { Limit } from './limits.ts';
import { isNegated } from './negation.ts';
import { readSentences } from './sentences.ts';
import type { Sentence } from './sentences.ts';

/**
 * Logistic regression, fitted by bench/evaluation/fit-judge.ts on halves of HaluEval-QA, BEGIN and QAGS CNN/DM, every
 * set and class weighted alike; .5 has the best kappa there. Tried and left out: similarity of embeddings, negation and
 * antonyms, length of verbatim runs; none carried over to sets that it was not fitted on.
 */
const BIAS = -3.604;
const WEIGHTS: Readonly<Record<Measure, number>> = {
  words: 0.471,
  pairs: 4.309,
  rarestMissing: 0.407,
  namesMissing: -1.665,
  numbersMissing: -0.238,
  nearQuestion: 1.028,
};

/** A claim is supported from here on. */
export const SUPPORTED = 0.5;

/** What a claim says that a reader should check. None of it lowers the score by itself. */
export type ClaimFlag = 'number_missing' | 'name_missing' | 'negation_differs';

export interface JudgedClaim {
  readonly text: string;
  /** UTF-16 code units of the answer, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Estimated probability that the context supports it. */
  readonly support: number;
  /** The sentence of the context that comes closest; `null` when none has a word of it. */
  readonly quote: Quote | null;
  /** Its words that neither the context nor the question has. */
  readonly missing: readonly string[];
  readonly flags: readonly ClaimFlag[];
}

export interface Quote {
  /** Index of the context, and UTF-16 code units in it, end exclusive. */
  readonly context: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Faithfulness {
  /** Mean support of the claims, from 0 to 1. */
  readonly score: number;
  /** One less the support of the weakest claim. */
  readonly hallucination: number;
  readonly claims: readonly JudgedClaim[];
  /** Why the scores of this answer agree with people no better than chance; `null` where that is not known. */
  readonly limit: Limit | null;
}

/** Why there is no judgement. */
export type Unjudged = 'no_context' | 'no_claim';

/** `question` may be empty. An answer without a content word makes no claim: it is neither faithful nor not. */
export const judgeFaithfulness = (
  question: string,
  answer: string,
  contexts: readonly string[],
): Faithfulness | Unjudged => judgeAgainst(readContext(contexts), question, answer);

/** The same, against a context that was read before. */
export function judgeAgainst(context: Context, question: string, answer: string): Faithfulness | Unjudged {
  if (context.sentences.length === 0) return 'no_context';
  const claims = readSentences(withoutMarks(answer), context.language).filter(({ tokens }) =>
    tokens.some(({ isContent }) => isContent),
  );
  if (claims.length === 0) return 'no_claim';
  const asked = askOf({ tokens: readSentences(question, context.language).flatMap(({ tokens }) => tokens) }, context);
  const known = new Map<string, Support>();
  const judged = claims.map((claim) => {
    const support = known.get(claim.text) ?? supportOf(claim, asked, context);
    known.set(claim.text, support);
    return judgedClaim(claim, support);
  });
  const supports = judged.map(({ support }) => support);
  return {
    score: supports.reduce((sum, support) => sum + support, 0) / supports.length,
    hallucination: 1 - Math.min(...supports),
    claims: judged,
    limit: limitOf(question, claims, context),
  };
}

function judgedClaim({ text, start, end }: Sentence, { measures, best, missing }: Support): JudgedClaim {
  const flags: ClaimFlag[] = [];
  if (measures.numbersMissing > 0) flags.push('number_missing');
  if (measures.namesMissing > 0) flags.push('name_missing');
  if (best && isNegated(text) !== best.isNegated) flags.push('negation_differs');
  return {
    text,
    start,
    end,
    support: probability(measures),
    flags,
    quote: best && { context: best.context, start: best.start, end: best.end, text: best.text },
    missing: missing.map((token) => token.text),
  };
}

function probability(measures: Support['measures']): number {
  const sum = MEASURES.reduce((total, measure) => total + WEIGHTS[measure] * measures[measure], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
