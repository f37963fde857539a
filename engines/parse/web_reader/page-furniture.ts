/** What stands around the content of pages: navigation, breadcrumbs, notices, sharing, teasers for other pages. */
import {
  attribute,
  descendants,
  type HtmlElement,
  type HtmlNode,
  type HtmlParent,
} from '../markdown_converter/html/dom.ts';

const ROLES = /^(navigation|banner|contentinfo|search|dialog|alertdialog)$/i;

/** Whole class names and identifiers, so that `related` does not meet `unrelated-topic` and a wiki's `navbox` stays. */
const NAMES = new RegExp(
  `^(${[
    'breadcrumbs?(-.*)?',
    'skip-?(to-?content|link|nav).*',
    '(cookie|gdpr|consent)s?-?(notice|banner|consent|bar|law|popup|message).*',
    '(related|recommended|popular|trending)-?(posts?|articles?|stories|story|content|links?|news|reading|items?)',
    'related',
    'read-?next',
    '(social|share|sharing)-?(share|buttons?|links?|bar|tools|icons|media)?',
    '(newsletter|subscribe|signup|sign-up)-?(form|box|signup|promo|cta|widget)?',
    '(advert|advertisement|ad-?(slot|unit|container|wrapper|banner)|sponsored)',
    'author-?(box|bio|card)',
    'about-the-author',
    'comments?-?(area|section|respond)',
  ].join('|')})$`,
  'i',
);

/** Takes such elements out of the page. */
export function removeFurniture(page: HtmlParent): void {
  const furniture = [...descendants(page)].filter(isFurniture);
  const removed = new Set<HtmlNode>(furniture);
  for (const parent of new Set(furniture.map((element) => element.parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => !removed.has(child));
  }
}

function isFurniture(element: HtmlElement): boolean {
  if (['html', 'body', 'main', 'article'].includes(element.tagName)) return false;
  if (element.tagName === 'nav' || ROLES.test(attribute(element, 'role') ?? '')) return true;
  const names = [attribute(element, 'id') ?? '', ...(attribute(element, 'class') ?? '').split(/\s+/)];
  return names.some((name) => NAMES.test(name));
}
