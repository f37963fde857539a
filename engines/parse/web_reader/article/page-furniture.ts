/** The parts around an article: navigation, breadcrumbs, notices, sharing, teasers. */
import { attribute, type HtmlElement } from '../../documents/html/dom.ts';

const ROLES = /^(navigation|banner|contentinfo|search|dialog|alertdialog)$/i;

/** Whole class names and IDs, so that `related` does not match `unrelated-topic` and a wiki's `navbox` stays. */
const NAMES: readonly RegExp[] = [
  /^breadcrumbs?(-.*)?$/i,
  /^skip-?(to-?content|link|nav).*$/i,
  /^(cookie|gdpr|consent)s?-?(notice|banner|consent|bar|law|popup|message).*$/i,
  /^(related|recommended|popular|trending)-?(posts?|articles?|stories|story|content|links?|news|reading|items?)$/i,
  /^related$/i,
  /^read-?next$/i,
  /^(social|share|sharing)-?(share|buttons?|links?|bar|tools|icons|media)?$/i,
  /^(newsletter|subscribe|signup|sign-up)-?(form|box|signup|promo|cta|widget)?$/i,
  /^(advert|advertisement|ad-?(slot|unit|container|wrapper|banner)|sponsored)$/i,
  /^author-?(box|bio|card)$/i,
  /^about-the-author$/i,
  /^comments?-?(area|section|respond)$/i,
];

export function isFurniture(element: HtmlElement): boolean {
  if (['html', 'body', 'main', 'article'].includes(element.tagName)) return false;
  if (element.tagName === 'nav' || ROLES.test(attribute(element, 'role') ?? '')) return true;
  const names = [attribute(element, 'id') ?? '', ...(attribute(element, 'class') ?? '').split(/\s+/)];
  return names.some((name) => NAMES.some((pattern) => pattern.test(name)));
}
