/** The first pass over all pages of a document: collects what must be known of all before one can be laid out. */

import { vocabularyWord } from '../lines/hyphens.ts';
import type { Word } from '../page/word.ts';
import { edgeKeys } from './running-heads.ts';

/** Sums over pages, which stay small however long the document is. */
export interface Survey {
  pages: number;
  /** Characters, and how many of them are bold. */
  length: number;
  boldLength: number;
  /** Characters of each size, to half a point, and of each font. */
  readonly sizes: Map<number, number>;
  readonly fonts: Map<string, number>;
  /** Number of pages that have each line near their upper or lower edge. */
  readonly edges: Map<string, number>;
  /** Different words, in lower case. */
  readonly vocabulary: Set<string>;
}

export const emptySurvey = (): Survey => ({
  pages: 0,
  length: 0,
  boldLength: 0,
  sizes: new Map(),
  fonts: new Map(),
  edges: new Map(),
  vocabulary: new Set(),
});

/** Maximum number of different words: the first of a long document say how it writes. */
const MAX_VOCABULARY = 30_000; // a book of 600 pages has about 20,000

/** Maximum number of different edge lines. Lines beyond it are not counted; counts up to then stay. */
const MAX_EDGES = 50_000; // no sample between 15000 and 150000: twenty lines a page of 2,500 pages

export function surveyPage(survey: Survey, words: readonly Word[], height: number): void {
  survey.pages++;
  for (const word of words) {
    survey.length += word.length;
    survey.boldLength += word.boldLength;
    add(survey.sizes, Math.round(word.fontSize * 2) / 2, word.length);
    const known = survey.vocabulary.size < MAX_VOCABULARY ? vocabularyWord(word.text) : null;
    if (known !== null) survey.vocabulary.add(known);
    for (const { font, length } of word.fonts) add(survey.fonts, font, length);
  }
  for (const key of edgeKeys(words, height, survey.pages)) {
    if (survey.edges.size < MAX_EDGES || survey.edges.has(key)) add(survey.edges, key, 1);
  }
}

const add = <K>(counts: Map<K, number>, key: K, count: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + count);
