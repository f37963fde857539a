/** Whether the passages that an answer cites, as in `built in 1418 [2].`, support what it says: ALCE (Gao et al. 2023). */
import { guessLanguage } from '../../knowledge/lexis/language.ts';
import { readContext } from './context.ts';
import type { Context } from './context.ts';
import { judgeAgainst, SUPPORTED } from './faithfulness.ts';
import { readSentences } from './sentences.ts';

/** A sentence of an answer with what it cites. */
export interface CitingClaim {
  readonly text: string;
  /** UTF-16 code units of the answer, end exclusive, without the marks behind it. */
  readonly start: number;
  readonly end: number;
  /** Numbers of the passages that it cites, from 1. */
  readonly cited: readonly number[];
}

/** With whether that supports it. */
export interface CitedClaim extends CitingClaim {
  readonly verdict: 'supported' | 'unsupported' | 'uncited' | 'no_such_passage';
  /** Of the cited, those that do not support it. */
  readonly idle: readonly number[];
}

interface EstimatedClaim extends CitedClaim {
  /** Estimated probability that the passages cited support it together; `null` without such a passage. */
  readonly support: number | null;
}

export interface CitationSupport<C extends CitedClaim> {
  /** Harmonic mean of recall and precision, from 0 to 1. */
  readonly score: number;
  /** Share of the claims that the passages they cite support. */
  readonly recall: number;
  /** Share of the citations whose passage supports the claim; 0 without citations. */
  readonly precision: number;
  readonly claims: readonly C[];
}

/** `[1]`, `[1, 3]` or `[2-4]`. */
const MARK = /\[(\d{1,3}(?: ?[,–-] ?\d{1,3}){0,19})\]/g;
/** Passages of a range such as `[2-4]`. */
const LONGEST_RANGE = 20;

/** `null` for an answer that makes no claim. `passages` are numbered from 1; each must support a claim by itself. */
export function judgeCitations(
  question: string,
  answer: string,
  passages: readonly string[],
): CitationSupport<EstimatedClaim> | null {
  const supportBy = supportIn(passages, question);
  const claims = citingClaims(answer).map((claim) => ({ ...claim, ...verdictOn(claim, supportBy) }));
  return claims.length === 0 ? null : citationSupport(claims);
}

/** The sentences of an answer that say something. */
export function citingClaims(answer: string): CitingClaim[] {
  const marks = [...answer.matchAll(MARK)].map((mark) => ({ at: mark.index, numbers: numbersOf(mark[1] ?? '') }));
  // Blanks of the same length: positions stay those of the answer.
  const plain = answer.replace(MARK, (mark) => ' '.repeat(mark.length));
  const sentences = readSentences(plain, guessLanguage(plain));
  return sentences.flatMap(({ text, start, end, tokens }, index) => {
    if (!tokens.some(({ isContent }) => isContent)) return [];
    // A mark behind the full stop belongs to the sentence before it.
    const next = sentences[index + 1]?.start ?? answer.length;
    const cited = marks.filter(({ at }) => at >= start && at < next).flatMap(({ numbers }) => numbers);
    return [{ text, start, end, cited: [...new Set(cited)] }];
  });
}

/** Of at least one claim. */
export function citationSupport<C extends CitedClaim>(claims: readonly C[]): CitationSupport<C> {
  const citations = claims.reduce((sum, { cited }) => sum + cited.length, 0);
  const idle = claims.reduce((sum, claim) => sum + claim.idle.length, 0);
  const recall = claims.filter(({ verdict }) => verdict === 'supported').length / claims.length;
  const precision = citations === 0 ? 0 : (citations - idle) / citations;
  const score = recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
  return { score, recall, precision, claims };
}

/** Probability that the passages of these numbers support a claim together; `null` when there is none of them. */
type SupportBy = (claim: string, numbers: readonly number[]) => number | null;

function supportIn(passages: readonly string[], question: string): SupportBy {
  const contexts = new Map<string, Context>();
  return (claim, numbers) => {
    const texts = numbers.flatMap((number) => passages[number - 1] ?? []);
    if (texts.length === 0) return null;
    const key = numbers.join();
    const context = contexts.get(key) ?? readContext(texts);
    contexts.set(key, context);
    const judged = judgeAgainst(context, question, claim);
    return typeof judged === 'string' ? 0 : judged.score;
  };
}

function verdictOn(
  { text, cited }: CitingClaim,
  supportBy: SupportBy,
): Pick<EstimatedClaim, 'verdict' | 'support' | 'idle'> {
  const idle = cited.filter((number) => (supportBy(text, [number]) ?? 0) < SUPPORTED);
  const support = supportBy(text, cited);
  if (cited.length === 0) return { verdict: 'uncited', support, idle };
  if (support === null) return { verdict: 'no_such_passage', support, idle };
  return { verdict: support >= SUPPORTED ? 'supported' : 'unsupported', support, idle };
}

function numbersOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number);
    return Array.from(
      { length: Math.max(1, Math.min(to - from + 1, LONGEST_RANGE)) },
      (_number, index) => from + index,
    );
  });
}
