/**
 * The opening of an article, which Readability loses where a page builder has put each section in a part of its own.
 */
import { isProse } from '../measures/boxes.ts';
import type { PageMeasures } from '../measures/page-measures.ts';
import { wordCount, type Passage } from '../measures/passage.ts';
import { isHeading } from './headings.ts';
import { phraseShare, phrasesOf } from './phrases.ts';
import { wordsOf } from '../tree/measure.ts';

/** Share of its phrases from which a passage is in the article. */
const SAID = 0.5;
/** Less may be a teaser of another article. */
const MIN_WORDS = 40;

/**
 * The passages of an article with those before it, from its title on, that are sentences and were chosen as content;
 * empty when it has its beginning.
 */
export function withOpening(text: string, { passages }: PageMeasures, chosen: readonly Passage[]): Passage[] {
  const phrases = phrasesOf([wordsOf(text)]);
  const isInArticle = ({ words }: Passage): boolean => phraseShare(words, phrases) >= SAID;
  const begin = passages.findIndex((passage) => isProse(passage) && isInArticle(passage));
  const title = passages.findLastIndex((passage, at) => at < begin && passage.place.box.tagName === 'h1');
  const content = new Set(chosen);
  const before = passages
    .slice(title + 1, Math.max(begin, 0))
    .filter(
      (passage) => content.has(passage) && (isProse(passage) || isHeading(passage)) && !passage.place.isFurniture,
    );
  if (title < 0 || wordCount(before.filter(isProse)) < MIN_WORDS) return [];
  return [...before, ...passages.slice(begin).filter(isInArticle)];
}
