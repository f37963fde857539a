/** The content of a page, read as its kind needs. */
import { readBlocks } from '../documents/html/blocks.ts';
import { textContent, type HtmlParent } from '../documents/html/dom.ts';
import { parseHtml } from '../documents/html/parse.ts';
import { writeBlocks } from '../documents/markdown/blocks.ts';
import type { Block } from '../documents/markdown/model.ts';
import { findMainContent, type MainContent } from './article/main-content.ts';
import { findPosts, standsBelowText } from './forum/posts.ts';
import { threadBlocks } from './forum/thread.ts';
import { withOpening } from './passages/opening.ts';
import { estimateKind, type KindWeights, type PageKind } from './kind/kind.ts';
import { KIND_WEIGHTS } from './kind/weights.ts';
import { choosePassages, mainPassages, type PassageWeights } from './passages/choose.ts';
import { keepFirstPictures } from './passages/galleries.ts';
import { wordCount } from './measures/passage.ts';
import { lacksList, listedPassages } from './passages/listed.ts';
import { phraseShare, phrasesOf } from './passages/phrases.ts';
import { prune } from './passages/prune.ts';
import { PASSAGE_WEIGHTS } from './passages/weights.ts';
import { productFacts, statedDescription, withFacts } from './product-facts.ts';
import { wordsOf } from './tree/measure.ts';
import { measurePage, type PageMeasures } from './measures/page-measures.ts';

export interface Content {
  /** Empty when the page has no text. */
  readonly blocks: readonly Block[];
  /** What the search for an article found, if the content is one. */
  readonly article: MainContent | null;
  /** The page's kind, how sure it is, and the facts of a product. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface Models {
  readonly kind: KindWeights;
  readonly passages: PassageWeights;
}

const MODELS: Models = { kind: KIND_WEIGHTS, passages: PASSAGE_WEIGHTS };

/**
 * Share of the main text's words that a rule must keep, or the rule does not fit the page. Of the 60 articles of
 * `parse`, −.008 at 2/3; same at 1/6.
 */
const MIN_KEPT = 1 / 3;
/** This many words are enough however much else is on the page, such as comments. −.013 at 300; same at 75. */
const ENOUGH_WORDS = 150;
/** With fewer words the choice of passages found nothing. Same at 0 and 40. */
const MIN_WORDS = 20;
/** With fewer words, what the page states of itself is added, if it has at least this many. */
const THIN_WORDS = 60;
const MIN_STATED_WORDS = 15;
/** Share of its phrases from which the page shows a text. */
const MAX_SHOWN = 0.5;

const WITH_GALLERIES: ReadonlySet<PageKind> = new Set(['collection', 'listing', 'product']);

/** Changes the page. One with too much text to be measured is read as an article, or as a whole. */
export function readContent(page: HtmlParent, url: string | null, base: string | null, models = MODELS): Content {
  const measures = measurePage(page, url);
  if (measures === null) {
    const article = findMainContent(page);
    const blocks = article === null ? readBlocks(page, base) : articleBlocks(article, base);
    return { blocks, article, properties: {} };
  }
  const estimate = estimateKind(measures, models.kind);
  const properties = { page_kind: estimate.kind, page_kind_confidence: estimate.confidence.toFixed(2) };
  const main = mainPassages(measures);
  const least = Math.min(wordCount(main) * MIN_KEPT, ENOUGH_WORDS);
  const { article } = measures;
  const lists = listedPassages(measures);
  const chosen = choosePassages(measures, estimate, models.passages);
  if (estimate.kind === 'article' && article !== null && wordsOf(article.text).length >= least) {
    const blocks = articleBlocks(article, base);
    if (!lacksList(writeBlocks(blocks), lists)) {
      const whole = withOpening(article.text, measures, chosen);
      if (whole.length === 0) return { blocks, article, properties };
      prune(measures.body, whole);
      return { blocks: readBlocks(measures.body, base), article, properties };
    }
  }
  if (estimate.kind === 'forum') {
    const posts = findPosts(measures.body);
    const words = posts.reduce((sum, { body }) => sum + (measures.boxes.get(body)?.words ?? 0), 0);
    if (posts.length > 0 && words >= least && !standsBelowText(posts, chosen)) {
      return { blocks: threadBlocks(posts, base), article: null, properties };
    }
  }
  const kept = [...new Set([...(wordCount(chosen) < MIN_WORDS ? main : chosen), ...lists.flat()])];
  prune(measures.body, kept);
  if (WITH_GALLERIES.has(estimate.kind)) keepFirstPictures(measures.body);
  const blocks = [...readBlocks(measures.body, base), ...missingText(measures, estimate.kind, wordCount(kept), base)];
  if (estimate.kind !== 'product') return { blocks, article: null, properties };
  const facts = productFacts(measures.stated.products);
  return { blocks: withFacts(blocks, facts), article: null, properties: { ...properties, ...facts } };
}

const articleBlocks = ({ html }: MainContent, base: string | null): Block[] => readBlocks(parseHtml(html), base);

/**
 * The text that JSON-LD states and the page does not show: of a thin page the longest, since scripts would show it; of
 * a product its description, which shops load when someone opens a tab.
 */
function missingText({ stated, passages }: PageMeasures, kind: PageKind, words: number, base: string | null): Block[] {
  const texts = words < THIN_WORDS ? stated.texts : kind === 'product' ? statedDescription(stated.products) : [];
  const tree = parseHtml(texts.reduce((longer, text) => (text.length > longer.length ? text : longer), ''));
  const own = wordsOf(textContent(tree));
  if (own.length < MIN_STATED_WORDS) return [];
  const shown = phrasesOf(passages.map((passage) => passage.words));
  return phraseShare(own, shown) > MAX_SHOWN ? [] : readBlocks(tree, base);
}
