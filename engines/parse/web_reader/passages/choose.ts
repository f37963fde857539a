/** Chooses the passages that are the page's content. */
import { attribute, type HtmlElement } from '../../shared/html/dom.ts';
import type { KindEstimate } from '../kind/kind.ts';
import type { Survey } from '../survey/survey.ts';
import { around } from '../survey/boxes.ts';
import { wordCount, type Passage } from '../survey/passage.ts';
import { PASSAGE_SIGNS, passageSigns } from './signs.ts';
import { passageViews } from './views.ts';

export interface PassageWeights {
  readonly bias: number;
  /** The weight of a sign on any page, and what the probability of a product's page adds to it. */
  readonly signs: Readonly<Record<string, readonly [onAny: number, onProducts: number]>>;
}

/**
 * Scores from which passages are kept, and how much of a score is the mean over the neighbours: fixed on the web pages
 * of `parse-general`. The best F1 is at about half of what it reaches, so the limit is lower where pages are hard.
 */
const MIN_SCORE = 0.4;
const MIN_PRODUCT_SCORE = 0.35;
const SMOOTHING = 0.6;
const REACH = 2;

/** Share of kept words from which a table or a block of code is kept whole. */
const WHOLE = 0.5;
/** Tables with more of the page are its layout. */
const MAX_TABLE = 0.5;

export function choosePassages(survey: Survey, estimate: KindEstimate, weights: PassageWeights): Passage[] {
  const scores = passageViews(survey).map((view) => scoreOf(passageSigns(view), estimate.product, weights));
  const least = estimate.kind === 'product' ? MIN_PRODUCT_SCORE : MIN_SCORE;
  const kept = new Set(
    survey.passages.filter((_passage, index) => {
      const near = scores.slice(Math.max(0, index - REACH), index + REACH + 1);
      const mean = near.reduce((sum, score) => sum + score, 0) / near.length;
      return (1 - SMOOTHING) * (scores[index] ?? 0) + SMOOTHING * mean > least;
    }),
  );
  for (const whole of wholesOf(survey)) {
    const words = wordCount(whole);
    if (words > MAX_TABLE * wordCount(survey.passages)) continue;
    if (wordCount(whole.filter((passage) => kept.has(passage))) >= WHOLE * words)
      for (const one of whole) kept.add(one);
  }
  return survey.passages.filter((passage) => kept.has(passage));
}

/** Estimated probability that a passage is content. */
export function scoreOf(signs: readonly number[], product: number, { bias, signs: weights }: PassageWeights): number {
  let sum = bias;
  for (const [at, name] of PASSAGE_SIGNS.entries()) {
    const [onAny = 0, onProducts = 0] = weights[name] ?? [];
    sum += (signs[at] ?? 0) * (onAny + product * onProducts);
  }
  return 1 / (1 + Math.exp(-sum));
}

/** Passages of each table and each block of code. */
function wholesOf({ passages }: Survey): Passage[][] {
  const inside = passages.filter(({ place: { tags } }) => tags.has('table') || tags.has('pre'));
  const wholeOf = (passage: Passage): HtmlElement | undefined =>
    around(passage).find(({ tagName }) => tagName === 'table' || tagName === 'pre');
  return [...Map.groupBy(inside, wholeOf).values()];
}

/** Share of the page's words from which an element that is called main is the main element. */
const MIN_MAIN = 0.4;

/** The visible text of the main element, or of the page, without furniture. */
export function mainPassages({ passages, boxes }: Survey): Passage[] {
  const visible = passages.filter(({ place }) => !place.isFurniture);
  const candidates = [...boxes.keys()];
  const main =
    candidates.find((element) => element.tagName === 'main' || attribute(element, 'role') === 'main') ??
    candidates.find((element) => /^(?:main|content|main-content)$/i.test(attribute(element, 'id') ?? ''));
  if (main === undefined) return visible;
  const within = visible.filter((passage) => around(passage).some((element) => element === main));
  return wordCount(within) > MIN_MAIN * wordCount(visible) ? within : visible;
}
