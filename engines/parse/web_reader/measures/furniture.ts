/**
 * Elements around the content of a page of any kind. No rule applies to what has a large part of the page's prose:
 * each name in use for furniture is also that of some page's content.
 */
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';
import { ancestors } from '../tree/ancestors.ts';
import { isSkipped, measure, proseOf, type Measure } from '../tree/measure.ts';
import { groupBit } from '../tree/names.ts';

const PROTECTED = new Set(['html', 'body', 'main', 'article']);
const ROLES =
  /^(?:navigation|banner|contentinfo|search|dialog|alertdialog|menu|menubar|toolbar|tooltip|button|tablist)$/i;
const DEMAND = /javascript|enable (?:js|scripts)|browser/i;
const MAX_DEMAND_WORDS = 40;

/** Shares of the page's prose; fixed on the pages of `parse-general`, as are the limits below. */
const MAX_SURE = 0.4;
const MAX_NAMED = 0.3;
const MIN_LEFT = 0.4;
/** An element with the page's heading and more words than this is its content. */
const MAX_TITLE_WORDS = 60;

/** By tag and role: parts that are content on no page. */
export function sureFurniture(page: HtmlParent): Set<HtmlElement> {
  const measures = measure(page);
  const total = totalProse(page, measures);
  const found = new Set<HtmlElement>();
  for (const element of descendants(page)) {
    const { tagName } = element;
    if (isSkipped(element) || tagName === 'nav' || (tagName === 'noscript' && isDemand(element, measures)))
      found.add(element);
    else if (PROTECTED.has(tagName)) continue;
    else if (ROLES.test(attribute(element, 'role') ?? '') || (tagName === 'footer' && !isWithin(element, SECTIONS))) {
      if (proseOf(measures.get(element)) <= total * MAX_SURE) found.add(element);
    }
  }
  return found;
}

const SECTIONS = new Set(['article', 'main', 'li', 'blockquote', 'section']);
const ARTICLES = new Set(['article', 'main']);
const NAMES = groupBit('furniture') | groupBit('aside') | groupBit('filters');

/** By name: what is furniture on most pages. */
export function namedFurniture(
  page: HtmlParent,
  sure: ReadonlySet<HtmlElement>,
  groupsOf: (element: HtmlElement) => number,
): Set<HtmlElement> {
  const measures = measure(page, sure);
  const total = totalProse(page, measures);
  const titled = new Set<HtmlElement>();
  const named: HtmlElement[] = [];
  for (const element of measures.keys()) {
    if (PROTECTED.has(element.tagName)) continue;
    if (element.tagName === 'h1') for (const above of ancestors(element)) titled.add(above);
    if (isFrame(element) || (groupsOf(element) & NAMES) !== 0) named.push(element);
  }
  const found = new Set<HtmlElement>();
  let left = total;
  for (const element of named) {
    const prose = proseOf(measures.get(element));
    if (prose > total * MAX_NAMED || left - prose < total * MIN_LEFT) continue;
    if (titled.has(element) && (measures.get(element)?.words ?? 0) > MAX_TITLE_WORDS) continue;
    found.add(element);
    left -= prose;
  }
  return found;
}

/** Footnotes and remarks are a part of the text. */
const isRemark = (aside: HtmlElement): boolean =>
  /^(?:note|doc-)/.test(attribute(aside, 'role') ?? '') ||
  /note|admonition|callout/i.test(attribute(aside, 'class') ?? '');

const isFrame = (element: HtmlElement): boolean =>
  element.tagName === 'footer' ||
  (element.tagName === 'aside' && !isRemark(element)) ||
  (element.tagName === 'header' && !isWithin(element, ARTICLES));

/** A noscript element may have a whole thread; most ask for scripts. */
function isDemand(element: HtmlElement, measures: ReadonlyMap<HtmlElement, Measure>): boolean {
  return (measures.get(element)?.words ?? 0) < MAX_DEMAND_WORDS && DEMAND.test(textContent(element));
}

function totalProse(page: HtmlParent, measures: ReadonlyMap<HtmlElement, Measure>): number {
  return page.childNodes.reduce((sum, node) => sum + ('tagName' in node ? proseOf(measures.get(node)) : 0), 0);
}

const isWithin = (element: HtmlElement, tags: ReadonlySet<string>): boolean =>
  ancestors(element).some(({ tagName }) => tags.has(tagName));
