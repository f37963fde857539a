/** Each passage as part of its page: what stands before, after and around it. */
import { wordsOf } from '../tree/measure.ts';
import type { PageMeasures } from '../measures/page-measures.ts';
import { around, siblingsAlike, type Box } from '../measures/boxes.ts';
import { densestElement } from '../measures/dense.ts';
import { headingTopics, type Topics } from './headings.ts';
import { wordCount, type Passage } from '../measures/passage.ts';
import { phraseShare, phrasesOf } from './phrases.ts';

export interface PassageView {
  readonly passage: Passage;
  /** Position of its middle among the words of the page, 0 to 1. */
  readonly position: number;
  /** The smallest boxes around it with at least 20, 80 and 300 words; the page's where there is none. */
  readonly small: Box;
  readonly medium: Box;
  readonly large: Box;
  readonly page: Box;
  readonly previous: Neighbours;
  readonly next: Neighbours;
  /** How often the page has the same text. */
  readonly occurrences: number;
  /** Passages since the first h1, negative before it; `null` without one. */
  readonly sinceTitle: number | null;
  readonly above: Topics;
  /** Share of it that JSON-LD states as well. */
  readonly stated: number;
  /** Share of it that JSON-LD states in a review of the page's subject. */
  readonly statedReview: number;
  /** Share of it in what Readability takes for the article, and that article's share of the page. */
  readonly article: number;
  readonly articleShare: number;
  /** Whether it is in an element with siblings alike. */
  readonly isAlike: boolean;
  /** Whether it is in the densest element, and that element's share of the page. */
  readonly isDense: boolean;
  readonly denseShare: number;
  /** Share of the page's words in long prose. */
  readonly longProse: number;
}

export interface Neighbours {
  /** Mean number of words. */
  readonly words: number;
  /** Share of linked words. */
  readonly linked: number;
}

const SMALL = 20;
const MEDIUM = 80;
const LARGE = 300;
/** Neighbours on each side. */
const REACH = 3;
const LONG_WORDS = 25;
/** Shorter passages are in any text. */
const MIN_STATED_WORDS = 4;
/** Words of JSON-LD to compare with. */
const MAX_STATED_WORDS = 20_000;

/** Words of the article to compare with. */
const MAX_ARTICLE_WORDS = 50_000;

const EMPTY: Box = { words: 0, linked: 0, passages: 0, prose: 0 };

export function passageViews({ body, passages, boxes, stated, article }: PageMeasures): PassageView[] {
  const page = boxes.get(body) ?? EMPTY;
  const texts = Map.groupBy(passages, keyOf);
  const alike = new Set(siblingsAlike(boxes).flatMap(({ members }) => members));
  const densest = densestElement(passages, boxes);
  const cleaned = wordCount(passages.filter(({ place }) => !place.isFurniture));
  const denseShare = densest === null ? 0 : Math.min(1.5, (boxes.get(densest)?.words ?? 0) / Math.max(1, cleaned));
  const long = wordCount(passages.filter(({ words, linked }) => words.length > LONG_WORDS && linked < 0.5));
  const title = passages.findIndex(({ place }) => place.box.tagName === 'h1');
  const phrases = phrasesOf([wordsOf(stated.texts.join(' ')).slice(0, MAX_STATED_WORDS)]);
  const reviewPhrases = phrasesOf([wordsOf(stated.reviews.join(' ')).slice(0, MAX_STATED_WORDS)]);
  const articleWords = wordsOf(article?.text ?? '');
  const articlePhrases = phrasesOf([articleWords.slice(0, MAX_ARTICLE_WORDS)]);
  const articleShare = Math.min(1.5, articleWords.length / Math.max(1, cleaned));
  const topics = headingTopics(passages);
  let before = 0;
  return passages.map((passage, index) => {
    const count = passage.words.length;
    before += count;
    const elements = around(passage);
    const boxWith = (words: number): Box => {
      const element = elements.find((candidate) => (boxes.get(candidate)?.words ?? 0) >= words);
      return (element && boxes.get(element)) ?? page;
    };
    return {
      passage,
      position: (before - count / 2) / Math.max(1, page.words),
      small: boxWith(SMALL),
      medium: boxWith(MEDIUM),
      large: boxWith(LARGE),
      page,
      previous: neighbours(passages.slice(Math.max(0, index - REACH), index)),
      next: neighbours(passages.slice(index + 1, index + 1 + REACH)),
      occurrences: texts.get(keyOf(passage))?.length ?? 1,
      sinceTitle: title < 0 ? null : index - title,
      above: topics[index] ?? { isOther: false, isReview: false, isDescription: false },
      stated: count < MIN_STATED_WORDS ? 0 : phraseShare(passage.words, phrases),
      statedReview: count < MIN_STATED_WORDS ? 0 : phraseShare(passage.words, reviewPhrases),
      article: phraseShare(passage.words, articlePhrases),
      articleShare,
      isAlike: elements.some((element) => alike.has(element)),
      isDense: densest !== null && elements.includes(densest),
      denseShare,
      longProse: long / Math.max(1, page.words),
    };
  });
}

const keyOf = ({ words }: Passage): string => words.join(' ');

function neighbours(passages: readonly Passage[]): Neighbours {
  const words = wordCount(passages);
  const linked = passages.reduce((sum, passage) => sum + passage.linked * passage.words.length, 0);
  return { words: words / Math.max(1, passages.length), linked: linked / Math.max(1, words) };
}
