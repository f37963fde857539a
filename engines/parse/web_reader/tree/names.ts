/** What the names of elements say: identifiers and class names, in which most sites use the same English words. */
import type { HtmlElement } from '../../documents/html/dom.ts';

/** Identifier, class names and test names of an element, in lower case; `siteHeader` becomes `site-header`. */
export function namesOf(element: HtmlElement): string[] {
  const names = nameText(element);
  return names === '' ? [] : splitNames(names);
}

function nameText(element: HtmlElement): string {
  let names = element.tagName.includes('-') ? element.tagName : '';
  for (const { name, value } of element.attrs) {
    if (name === 'id' || name === 'class' || name === 'data-testid' || name === 'data-component') names += ` ${value}`;
  }
  return names;
}

/** Longer attributes are generated; their start is enough. */
const MAX_NAMES = 1000;

const splitNames = (names: string): string[] =>
  names
    .slice(0, MAX_NAMES)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '');

/** Words of names, without hyphens: `signup` stands for `sign-up` as well, and for the plural. */
const GROUPS = {
  /** Around the content on every page of a site. */
  furniture: `
    nav navbar navigation navheader navfooter topnav subnav sidenav menu megamenu submenu breadcrumb crumb skip skiplink cookie gdpr consent
    onetrust modal popup overlay drawer dialog lightbox tooltip toast offcanvas footer colophon masthead siteheader
    pageheadernav topbar announcement promobar share sharing social newsletter subscribe signup login signin advert
    advertisement adslot adcontainer adunit sponsored pagination pager paging toolbar searchform searchbox searchbar
    minicart cartdrawer wishlist languageselector languageswitcher countryselector related recommended recommendation
    recentlyviewed alsobought alsolike alsoviewed upsell crosssell similar youmay visuallyhidden screenreader noprint
    hiddenprint backtotop`,
  aside: 'sidebar aside rail',
  filters: 'filter facet refinement sort sorting sortby',
  // Signs of passages; none of them decides alone.
  navigation: `
    nav navbar navigation navheader navfooter topnav subnav sidenav menu megamenu submenu breadcrumb crumb skip pagination pager paging
    toolbar tablist toc`,
  notice: `
    cookie gdpr consent onetrust modal popup overlay drawer dialog lightbox tooltip toast offcanvas announcement promo
    banner`,
  frame: 'footer colophon masthead siteheader topbar global header',
  social: 'share sharing social newsletter subscribe signup login signin follow',
  advertising: 'ad advert advertisement sponsored promoted',
  related: `
    related recommended recommendation recent recentlyviewed bought upsell crosssell similar also more suggested
    carousel slider trending popular compare`,
  side: 'sidebar side aside rail widget secondary',
  choice: 'filter facet refinement sort sorting sortby option swatch variant selector',
  review: 'review rating testimonial star feedback qa question ugc',
  comment: 'comment reply replie post message thread answer topic',
  person: `
    user author avatar member profile signature poster byline meta postprofile userinfo like reaction badge stat`,
  body: `
    content body text description desc detail article entry main prose markdown rte richtext copy spec specification
    feature overview about story`,
  card: 'card tile item product listing result grid teaser entry row list',
  buying: `
    price cart buy shipping delivery stock availability quantity qty checkout payment finance warranty return pickup
    store`,
  covered: `
    hidden visuallyhidden sronly screenreader noprint invisible accordion collapse collapsible tab panel`,
};
/** Groups of whole names. */
const WHOLE = {
  main: /^(?:main|main-content|content)$/,
  post: /^(?:post|comment|message|reply|answer|topic-post|topic-body|cpost|postbody|js-post|ipscomment)/,
};

export type NameGroup = keyof typeof GROUPS | keyof typeof WHOLE;

const ORDER = [...Object.keys(GROUPS), ...Object.keys(WHOLE)];

/** The bit of a group in a set of groups. */
export const groupBit = (group: NameGroup): number => 1 << ORDER.indexOf(group);

const BITS = new Map<string, number>();
for (const [index, words] of Object.values(GROUPS).entries()) {
  for (const word of words.trim().split(/\s+/)) BITS.set(word, (BITS.get(word) ?? 0) | (1 << index));
}

/** Groups of an element's names as a set of bits. A page repeats the same few names, so each is looked up once. */
export function nameGroups(): (element: HtmlElement) => number {
  const known = new Map<string, number>();
  return (element) => {
    const names = nameText(element);
    if (names === '') return 0;
    const groups = known.get(names) ?? splitNames(names).reduce((bits, name) => bits | groupsOf(name), 0);
    known.set(names, groups);
    return groups;
  };
}

/** Words of a name that one group word may be written as: `back-to-top`. */
const MAX_PARTS = 3;

function groupsOf(name: string): number {
  let bits = 0;
  for (const [group, pattern] of Object.entries(WHOLE)) if (pattern.test(name)) bits |= 1 << ORDER.indexOf(group);
  // What follows a digit is a number or a hash.
  const parts = name.split(/[-_]/).map((part) => part.split(/\d/, 1)[0] ?? '');
  for (let from = 0; from < parts.length; from++) {
    let word = '';
    for (const part of parts.slice(from, from + MAX_PARTS)) {
      word += part;
      bits |= (BITS.get(word) ?? 0) | (word.endsWith('s') ? (BITS.get(word.slice(0, -1)) ?? 0) : 0);
    }
  }
  return bits;
}
