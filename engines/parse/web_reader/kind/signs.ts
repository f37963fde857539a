/** Signs of a page's kind, each a number around 0 to 1; weights.ts has what they are worth. */
import { isProse, siblingsAlike } from '../measures/boxes.ts';
import type { Passage } from '../measures/passage.ts';
import { densestElement } from '../measures/dense.ts';
import { groupBit } from '../tree/names.ts';
import type { PageMeasures } from '../measures/page-measures.ts';
import { wordsOf } from '../tree/measure.ts';
import { readAddress, type AddressSigns } from './address.ts';

/** What several signs need, computed once. */
interface Page {
  readonly measures: PageMeasures;
  readonly address: AddressSigns;
  /** Passages outside named furniture. */
  readonly passages: readonly Passage[];
  readonly text: string;
  readonly words: number;
  readonly repeated: Repetition;
  /** Share of the words in the densest element. */
  readonly dense: number;
}

interface Repetition {
  readonly count: number;
  readonly words: number;
  /** Share of linked words. */
  readonly linked: number;
}

type Sign = (page: Page) => number;

const TYPES = {
  product: /^(?:Product|ProductGroup|IndividualProduct)$/,
  list: /^(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)$/,
  forum: /^(?:DiscussionForumPosting|QAPage|Question|Comment|Answer)$/,
  article: /^(?:Article|NewsArticle|BlogPosting|ReportageNewsArticle|Report)$/,
  documentation: /^(?:TechArticle|APIReference|HowTo)$/,
  business: /^(?:Service|LocalBusiness|ProfessionalService|SoftwareApplication|LegalService|FAQPage)$/,
};

const SOFTWARE = {
  forum: /discourse|xenforo|phpbb|vbulletin|invision|mybb|nodebb|flarum|vanilla|smf/i,
  documentation: /docusaurus|sphinx|mkdocs|vitepress|gitbook|jekyll|hugo|antora|mdbook|doxygen|javadoc|mediawiki/i,
};

const CUES = {
  buy: /\b(?:add to (?:cart|bag|basket)|buy now|in stock|out of stock|sku|quantity)\b/gi,
  shop: /\b(?:sort by|filters?|results|items|quick (?:view|shop|add)|compare|price range|best ?sellers?)\b/gi,
  thread:
    /\b(?:repl(?:y|ies)|joined|quote|posts?|members?|views|likes?|topics?|threads?|solved|answers?|votes?|said|wrote)\b/gi,
  sell: /\b(?:contact us|get (?:a quote|started)|free (?:trial|consultation)|our (?:team|services|clients|experts)|book a|request a demo|testimonials?|customers?)\b/gi,
  teach:
    /\b(?:parameters?|returns?|examples?|install(?:ation)?|usage|syntax|configuration|deprecated|default|version|function|command)\b/gi,
};

const PRICE = /[$€£¥]\s?\d|\d\s?[€£]|\b(?:USD|EUR|GBP)\s?\d/g;
const DATE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}\.? \d|\b20\d\d-\d\d-\d\d/gi;
const LONG_PARAGRAPH = 30;
const POST = groupBit('post');

const scaled = (count: number): number => Math.log1p(count) / 2;
const tag =
  (name: string): Sign =>
  ({ measures }) =>
    scaled(measures.tags.get(name) ?? 0);
const type =
  (name: keyof typeof TYPES): Sign =>
  ({ measures }) =>
    Number([...measures.stated.types].some((stated) => TYPES[name].test(stated)));
const cue =
  (name: keyof typeof CUES): Sign =>
  ({ text }) =>
    scaled(text.match(CUES[name])?.length ?? 0);
const address =
  (name: Parameters<AddressSigns['is']>[0]): Sign =>
  (page) =>
    Number(page.address.is(name));

const SIGNS = {
  addressProduct: address('product'),
  addressCollection: address('collection'),
  addressForum: address('forum'),
  addressDocumentation: address('documentation'),
  addressService: address('service'),
  addressStory: (page) => Number(page.address.isStory),
  addressList: (page) => Number(page.address.isList),
  addressRoot: (page) => Number(page.address.isRoot),
  addressDepth: (page) => page.address.depth / 3,
  addressNumber: (page) => Number(page.address.hasNumber),
  typeProduct: type('product'),
  typeList: type('list'),
  typeForum: type('forum'),
  typeArticle: type('article'),
  typeDocumentation: type('documentation'),
  typeBusiness: type('business'),
  graphProduct: ({ measures }) => Number(measures.graphType.includes('product')),
  graphArticle: ({ measures }) => Number(measures.graphType.includes('article')),
  graphWebsite: ({ measures }) => Number(measures.graphType.includes('website')),
  publicationTime: ({ measures }) => Number(measures.hasPublicationTime),
  softwareForum: ({ measures }) => Number(SOFTWARE.forum.test(measures.software)),
  softwareDocumentation: ({ measures }) => Number(SOFTWARE.documentation.test(measures.software)),
  words: ({ words }) => Math.log1p(words) / 3,
  linked: ({ passages, words }) => sum(passages, ({ linked, words: own }) => linked * own.length) / Math.max(1, words),
  prose: ({ passages, words }) =>
    sum(
      passages.filter((passage) => isProse(passage) && passage.words.length > LONG_PARAGRAPH),
      (passage) => passage.words.length,
    ) / Math.max(1, words),
  dense: ({ dense }) => dense,
  article: ({ measures, words }) => Math.min(1.5, wordsOf(measures.article?.text ?? '').length / Math.max(1, words)),
  pre: tag('pre'),
  code: tag('code'),
  articles: tag('article'),
  times: tag('time'),
  headings1: tag('h1'),
  headings2: tag('h2'),
  headings3: tag('h3'),
  paragraphs: tag('p'),
  items: tag('li'),
  tables: tag('table'),
  forms: tag('form'),
  terms: tag('dt'),
  quotes: tag('blockquote'),
  images: tag('img'),
  prices: ({ text }) => scaled(text.match(PRICE)?.length ?? 0),
  dates: ({ text }) => scaled(text.match(DATE)?.length ?? 0),
  cueBuy: cue('buy'),
  cueShop: cue('shop'),
  cueThread: cue('thread'),
  cueSell: cue('sell'),
  cueTeach: cue('teach'),
  repeatedCount: ({ repeated }) => scaled(repeated.count),
  repeatedShare: ({ repeated, words }) => Math.min(1, repeated.words / Math.max(1, words)),
  repeatedSize: ({ repeated }) => scaled(repeated.words / Math.max(1, repeated.count)),
  repeatedLinked: ({ repeated }) => repeated.linked,
  posts: ({ measures }) =>
    scaled([...measures.boxes.keys()].filter((box) => (measures.groupsOf(box) & POST) !== 0).length),
} satisfies Record<string, Sign>;

export const KIND_SIGNS: readonly string[] = Object.keys(SIGNS);

/** In the order of `KIND_SIGNS`. */
export function kindSigns(measures: PageMeasures): number[] {
  const passages = measures.passages.filter(({ place }) => !place.isFurniture);
  const words = sum(passages, (passage) => passage.words.length);
  const densest = densestElement(passages, measures.boxes);
  const page: Page = {
    measures,
    address: readAddress(measures.url),
    passages,
    text: passages.map(({ text }) => text).join(' '),
    words,
    repeated: repetition(measures),
    dense: densest === null ? 0 : Math.min(1.5, (measures.boxes.get(densest)?.words ?? 0) / Math.max(1, words)),
  };
  return Object.values(SIGNS).map((sign) => sign(page));
}

/** The largest group of siblings alike, of at least this many members and words in each. */
const MIN_MEMBERS = 4;
const MIN_WORDS = 5;

function repetition({ boxes }: PageMeasures): Repetition {
  let best: Repetition = { count: 0, words: 0, linked: 0 };
  for (const { parent, members } of siblingsAlike(boxes)) {
    const words = sum(members, (member) => boxes.get(member)?.words ?? 0);
    if (members.length < MIN_MEMBERS || words <= best.words || words < members.length * MIN_WORDS) continue;
    const { linked = 0, words: all = 1 } = boxes.get(parent) ?? {};
    best = { count: members.length, words, linked: linked / Math.max(1, all) };
  }
  return best;
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((total, item) => total + value(item), 0);
}
