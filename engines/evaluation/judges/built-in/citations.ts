/**
 * Whether the passages that an answer cites, as in `built in 1418 [2].`, support what it says: ALCE (Gao et al. 2023).
 */
import { guessLanguage } from '../../../text/language.ts';
import { readContext } from './context.ts';
import type { Context } from './context.ts';
import { judgeAgainst, SUPPORTED } from './faithfulness.ts';
import { MARK, withoutMarks } from './citation-marks.ts';
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

/** Passages of a range such as `[2-4]`. */
const LONGEST_RANGE = 20;

/** `null` for an answer that makes no claim. `passages` are numbered from 1; each must support a claim by itself. */
export function judgeCitations(
  question: string,
  answer: string,
  passages: readonly string[],
): CitationSupport<EstimatedClaim> | null {
  const supportBy = supportIn(passages, question);
  const verdicts = new Map<string, ReturnType<typeof verdictOn>>();
  const claims = citingClaims(answer).map((claim) => {
    const key = `${claim.cited.join()} ${claim.text}`;
    const verdict = verdicts.get(key) ?? verdictOn(claim, supportBy);
    verdicts.set(key, verdict);
    return { ...claim, ...verdict };
  });
  return claims.length === 0 ? null : citationSupport(claims);
}

/** The sentences of an answer that say something. */
export function citingClaims(answer: string): CitingClaim[] {
  const marks = [...answer.matchAll(MARK)].map((mark) => ({ at: mark.index, numbers: numbersOf(mark[1] ?? '') }));
  const plain = withoutMarks(answer);
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

/** Probability that passages support a claim. */
interface Support {
  /** `null`: there is no such passage. */
  readonly byOne: (claim: string, number: number) => number | null;
  readonly together: (claim: string, numbers: readonly number[]) => number;
}

/**
 * Each passage is read once; of what is cited together, which may differ from claim to claim, only the last is kept.
 */
function supportIn(passages: readonly string[], question: string): Support {
  const contexts = new Map<number, Context>();
  const textsOf = (numbers: readonly number[]): string[] => numbers.flatMap((number) => passages[number - 1] ?? []);
  let last: { readonly numbers: string; readonly context: Context } | null = null;
  const supportBy = (context: Context, claim: string): number => {
    const judged = judgeAgainst(context, question, claim);
    return typeof judged === 'string' ? 0 : judged.score;
  };
  return {
    byOne: (claim, number) => {
      const texts = textsOf([number]);
      if (texts.length === 0) return null;
      const context = contexts.get(number) ?? readContext(texts);
      contexts.set(number, context);
      return supportBy(context, claim);
    },
    together: (claim, numbers) => {
      const key = numbers.join();
      if (last?.numbers !== key) last = { numbers: key, context: readContext(textsOf(numbers)) };
      return supportBy(last.context, claim);
    },
  };
}

function verdictOn(
  { text, cited }: CitingClaim,
  { byOne, together }: Support,
): Pick<EstimatedClaim, 'verdict' | 'support' | 'idle'> {
  const single = cited.map((number) => ({ number, support: byOne(text, number) }));
  const idle = single.filter(({ support }) => (support ?? 0) < SUPPORTED).map(({ number }) => number);
  const supports = single.flatMap(({ support }) => support ?? []);
  if (supports.length === 0)
    return { verdict: cited.length === 0 ? 'uncited' : 'no_such_passage', support: null, idle };
  const best = Math.max(...supports);
  // Where one is enough, the others add nothing.
  const support = best >= SUPPORTED || supports.length === 1 ? best : together(text, cited);
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
