/**
 * Scores of passages, evened out: what stands together, looks alike or is in one part of a page is content or not
 * together.
 */
import { attribute, type HtmlElement } from '../../documents/html/dom.ts';
import { around } from '../measures/boxes.ts';
import type { PassageView } from './views.ts';

/**
 * Shares of a smoothed score, of which the rest is the passage's own; with models that had not seen the pages of
 * `parse-general` they are worth .01 of F1, and shares around them are as good.
 */
const NEIGHBOURS = 0.3;
const ALIKE = 0.3;
const PART = 0.3;
const OWN = 1 - NEIGHBOURS - ALIKE - PART;

/** Neighbours on each side. */
const REACH = 2;
/** Elements around a passage that make it like others, and characters of their class names. */
const LEVELS = 3;
const MAX_NAMES = 200;

/** `scores` are those of the views. */
export function smoothScores(views: readonly PassageView[], scores: readonly number[]): number[] {
  const even = views.map(() => 1);
  const roots = views.map(({ passage }) => Math.sqrt(passage.words.length + 0.5));
  const form = formReader();
  const alike = groupMeans(views.map(form), scores, even);
  const part = groupMeans(
    views.map(({ large }) => large),
    scores,
    roots,
  );
  return scores.map((score, index) => {
    const near = scores.slice(Math.max(0, index - REACH), index + REACH + 1);
    const neighbours = near.reduce((sum, value) => sum + value, 0) / near.length;
    return OWN * score + NEIGHBOURS * neighbours + ALIKE * (alike[index] ?? score) + PART * (part[index] ?? score);
  });
}

/** The elements around a passage and their class names. Numbers in names count, they do not classify. */
function formReader(): (view: PassageView) => string {
  const known = new Map<HtmlElement, string>();
  const formOf = (element: HtmlElement): string => {
    const form = known.get(element) ?? nameOf(element);
    known.set(element, form);
    return form;
  };
  return ({ passage }) => around(passage).slice(0, LEVELS).map(formOf).join('>');
}

const nameOf = (element: HtmlElement): string =>
  `${element.tagName}.${(attribute(element, 'class') ?? '').slice(0, MAX_NAMES).replace(/\d+/g, '')}`;

/** For each value the weighted mean of its group. */
function groupMeans<T>(groups: readonly T[], values: readonly number[], weights: readonly number[]): number[] {
  const sums = new Map<T, { total: number; weight: number }>();
  for (const [index, group] of groups.entries()) {
    const sum = sums.get(group) ?? { total: 0, weight: 0 };
    const weight = weights[index] ?? 0;
    sum.total += (values[index] ?? 0) * weight;
    sum.weight += weight;
    sums.set(group, sum);
  }
  return groups.map((group) => {
    const { total, weight } = sums.get(group) ?? { total: 0, weight: 1 };
    return total / weight;
  });
}
