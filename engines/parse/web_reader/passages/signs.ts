/** Signs that a passage is content or not, each a number around 0 to 1; weights.ts has what they are worth. */
import { groupBit, type NameGroup } from '../tree/names.ts';
import type { Box } from '../measures/boxes.ts';
import type { PassageView } from './views.ts';

type Sign = (view: PassageView) => number;

const END = /[.!?…:。]["'”’)]?$/;
const PRICE = /[$€£]\s?\d/;
const BUTTON =
  /^(?:add to|buy|shop|view|see|show|read|learn|get|sign|log|subscribe|share|reply|report|follow|compare|select|choose|quick|load|next|previous|back|skip|close|menu|search|sort|filter|more|all|contact|download|copy|edit|print|save|like|quote|click|join|try|start|order|free|sale|new|out of stock|in stock|notify)\b/i;
const BUTTON_WORDS = 6;
const LEGAL = /©|copyright|all rights reserved|privacy|cookies?|terms of/i;
const LEGAL_WORDS = 40;
const SHORT_WORDS = 8;
const CONTROL = /dialog|button|menu|tab$|tooltip|alert|status|complementary/;

const tag =
  (...tags: readonly string[]): Sign =>
  ({ passage }) =>
    Number(tags.includes(passage.place.box.tagName));
const within =
  (name: string): Sign =>
  ({ passage }) =>
    Number(passage.place.tags.has(name));
const named = (group: NameGroup): Sign => {
  const bit = groupBit(group);
  return ({ passage }) => Number((passage.place.groups & bit) !== 0);
};
const role =
  (pattern: RegExp): Sign =>
  ({ passage }) =>
    Number(pattern.test(passage.place.role));
const words =
  (least: number, most = Infinity): Sign =>
  ({ passage }) =>
    Number(passage.words.length >= least && passage.words.length <= most);
const linked = (box: Box): number => box.linked / Math.max(1, box.words);
const prose = (box: Box): number => box.prose / Math.max(1, box.words);
const mean = (box: Box): number => Math.log1p(box.words / Math.max(1, box.passages)) / 2;

/** What the text itself looks like. */
const FORM = {
  length: ({ passage }) => Math.log1p(passage.words.length) / 2,
  wordsTo2: words(0, 2),
  wordsTo6: words(3, 6),
  wordsFrom20: words(20),
  linked: ({ passage }) => passage.linked,
  linkedWholly: ({ passage }) => Number(passage.linked > 0.9),
  sentence: ({ passage }) => Number(END.test(passage.text)),
  digits: ({ passage }) => (passage.text.match(/\d/g)?.length ?? 0) / passage.text.length,
  price: ({ passage }) => Number(PRICE.test(passage.text)),
  capitals: ({ passage: { text } }) => Number(/\p{Lu}/u.test(text) && text === text.toUpperCase()),
  button: ({ passage }) => Number(passage.words.length <= BUTTON_WORDS && BUTTON.test(passage.text)),
  legal: ({ passage }) => Number(passage.words.length < LEGAL_WORDS && LEGAL.test(passage.text)),
  occurrences: ({ occurrences }) => Number(occurrences > 1),
  occurrencesMany: ({ occurrences }) => Number(occurrences > 4),
  stated: ({ stated }) => stated,
  statedReview: ({ statedReview }) => statedReview,
} satisfies Record<string, Sign>;

/** The elements around it. */
const ELEMENTS = {
  tagH1: tag('h1'),
  tagH2H3: tag('h2', 'h3'),
  tagH4H6: tag('h4', 'h5', 'h6'),
  tagP: tag('p'),
  tagLi: tag('li'),
  tagTd: tag('td'),
  tagTh: tag('th'),
  tagDt: tag('dt'),
  tagDd: tag('dd'),
  tagPre: tag('pre'),
  tagBlockquote: tag('blockquote'),
  tagDiv: tag('div'),
  tagSection: tag('section'),
  tagFigcaption: tag('figcaption'),
  inHeader: within('header'),
  inFooter: within('footer'),
  inAside: within('aside'),
  inForm: within('form'),
  inTable: within('table'),
  inUl: within('ul'),
  inMain: within('main'),
  inArticle: within('article'),
  inNoscript: within('noscript'),
  inSection: within('section'),
  inDetails: within('details'),
  depth: ({ passage }) => passage.place.depth / 15,
  main: ({ passage }) => Number(passage.place.isMain),
  hidden: ({ passage }) => Number(passage.place.isHidden),
  microdata: ({ passage }) => Number(passage.place.isStated),
  link: ({ passage }) => Number(passage.place.isLink),
  furniture: ({ passage }) => Number(passage.place.isFurniture),
  rolePanel: role(/^(?:tabpanel|region)$/),
  roleList: role(/^(?:list|listitem)$/),
  roleControl: role(CONTROL),
  namedNavigation: named('navigation'),
  namedNotice: named('notice'),
  namedFrame: named('frame'),
  namedSocial: named('social'),
  namedAdvertising: named('advertising'),
  namedRelated: named('related'),
  namedSide: named('side'),
  namedChoice: named('choice'),
  namedReview: named('review'),
  namedComment: named('comment'),
  namedPerson: named('person'),
  namedBody: named('body'),
  namedCard: named('card'),
  namedBuying: named('buying'),
  namedCovered: named('covered'),
} satisfies Record<string, Sign>;

/** Its place on the page. */
const PLACE = {
  position: ({ position }) => position,
  positionEnd: ({ position }) => Math.max(0, position - 0.8) * 5,
  positionStart: ({ position }) => Math.max(0, 0.15 - position) * 6,
  beforeTitle: ({ sinceTitle }) => Number(sinceTitle !== null && sinceTitle < 0),
  noTitle: ({ sinceTitle }) => Number(sinceTitle === null),
  nearTitle: ({ sinceTitle }) => (sinceTitle !== null && sinceTitle > 0 ? Math.exp(-sinceTitle / 30) : 0),
  afterOther: ({ above }) => Number(above.isOther),
  afterReview: ({ above }) => Number(above.isReview),
  afterDescription: ({ above }) => Number(above.isDescription),
  smallLinked: ({ small }) => linked(small),
  smallProse: ({ small }) => prose(small),
  smallMean: ({ small }) => mean(small),
  smallShare: ({ small, page }) => small.words / Math.max(1, page.words),
  mediumLinked: ({ medium }) => linked(medium),
  mediumProse: ({ medium }) => prose(medium),
  mediumMean: ({ medium }) => mean(medium),
  mediumShare: ({ medium, page }) => medium.words / Math.max(1, page.words),
  largeLinked: ({ large }) => linked(large),
  largeProse: ({ large }) => prose(large),
  largeMean: ({ large }) => mean(large),
  largeShare: ({ large, page }) => large.words / Math.max(1, page.words),
  previousLength: ({ previous }) => Math.log1p(previous.words) / 2,
  previousLinked: ({ previous }) => previous.linked,
  nextLength: ({ next }) => Math.log1p(next.words) / 2,
  nextLinked: ({ next }) => next.linked,
  alike: ({ isAlike }) => Number(isAlike),
  dense: ({ isDense }) => Number(isDense),
  denseOfMuch: ({ isDense, denseShare }) => Number(isDense) * denseShare,
  missedByMuch: ({ isDense, denseShare }) => Number(!isDense) * denseShare,
  article: ({ article }) => article,
  articleOfMuch: ({ article, articleShare }) => article * articleShare,
  articleMissed: ({ article, articleShare }) => (1 - article) * articleShare,
  articleNone: ({ articleShare }) => Number(articleShare === 0),
  longProse: ({ longProse }) => longProse,
  longProseShort: ({ longProse, passage }) => (passage.words.length < SHORT_WORDS ? longProse : 0),
  longProsePrice: ({ longProse, passage }) => (PRICE.test(passage.text) ? longProse : 0),
} satisfies Record<string, Sign>;

const SIGNS: Readonly<Record<string, Sign>> = { ...FORM, ...ELEMENTS, ...PLACE };

export const PASSAGE_SIGNS: readonly string[] = Object.keys(SIGNS);

/** In the order of `PASSAGE_SIGNS`. */
export const passageSigns = (view: PassageView): number[] => Object.values(SIGNS).map((sign) => sign(view));
