/** Chooses the passages that are the page's content. */
import { attribute } from '../../documents/html/dom.ts';
import type { KindEstimate } from '../kind/kind.ts';
import type { PageMeasures } from '../measures/page-measures.ts';
import { around } from '../measures/boxes.ts';
import { wordCount, type Passage } from '../measures/passage.ts';
import { bestCut } from './cut.ts';
import { filledText } from './gaps.ts';
import { PASSAGE_SIGNS, passageSigns } from './signs.ts';
import { smoothScores } from './smooth.ts';
import { passageViews } from './views.ts';
import { keepWholes } from './tables-and-code.ts';

export interface PassageWeights {
  readonly bias: number;
  /** The weight of a sign on any page, and what the probability of a product's page adds to it. */
  readonly signs: Readonly<Record<string, readonly [onAny: number, onProducts: number]>>;
}

/** Tables with more of the page are its layout. */
const MAX_TABLE = 0.5;

/** On a shop's page, a text of as many words that the page has again: one copy is for phones, one for wide screens. */
const MIN_REPEATED = 5;

export function choosePassages(measures: PageMeasures, estimate: KindEstimate, weights: PassageWeights): Passage[] {
  const { passages } = measures;
  const views = passageViews(measures);
  const scores = smoothScores(
    views,
    views.map((view) => scoreOf(passageSigns(view), estimate.product, weights)),
  );
  const least = bestCut(
    scores,
    passages.map(({ words }) => words.length),
  );
  const kept = new Set(passages.filter((_passage, index) => (scores[index] ?? 0) >= least));
  const most = MAX_TABLE * wordCount(passages);
  keepWholes(kept, passages, (_element, words) => words <= most);
  const chosen = passages.filter((passage) => kept.has(passage));
  if (estimate.kind === 'documentation') return filledText(chosen, measures);
  return estimate.kind === 'product' ? withoutRepetitions(chosen) : chosen;
}

/** Cells of a table may be the same. */
function withoutRepetitions(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ words, place: { tags } }) => {
    if (words.length < MIN_REPEATED || tags.has('table')) return true;
    const text = words.join(' ');
    const isFirst = !seen.has(text);
    seen.add(text);
    return isFirst;
  });
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

/** Share of the page's words from which an element that is called main is the main element. */
const MIN_MAIN = 0.4;

/** The visible text of the main element, or of the page, without furniture. */
export function mainPassages({ passages, boxes }: PageMeasures): Passage[] {
  const visible = passages.filter(({ place }) => !place.isFurniture);
  const candidates = [...boxes.keys()];
  const main =
    candidates.find((element) => element.tagName === 'main' || attribute(element, 'role') === 'main') ??
    candidates.find((element) => /^(?:main|content|main-content)$/i.test(attribute(element, 'id') ?? ''));
  if (main === undefined) return visible;
  const within = visible.filter((passage) => around(passage).some((element) => element === main));
  return wordCount(within) > MIN_MAIN * wordCount(visible) ? within : visible;
}
