/** What the address of a page says about its kind. */

const ADDRESSES = {
  product: /\/(?:p|pd|dp|item|itm|products?|detail|sku)\/|[/-]p-?\d|\/product/i,
  collection: /\/(?:collections?|c|b|l|shop|store|browse|category|categories|product-category|cat|s)\//i,
  forum:
    /forums?[./]|community[./]|boards?\.|\/(?:t|threads?|topics?|questions|discussions?|viewtopic|showthread|talk|comments|r)[/.-]|thread-\d/i,
  documentation:
    /docs?[./]|documentation|\/(?:reference|manual|api|guides?|tutorials?|learn|wiki|help|kb|man)\b|readthedocs|developer\./i,
  service: /services?|solutions?|pricing|platform|features|agency|consult|insurance/i,
} as const;

const SECTIONS =
  /^(?:topics?|tags?|category|categories|search|browse|directory|events?|jobs?|archives?|authors?|subjects?|sections?|trending|issues|news|recipes|schedule)$/i;
const STORIES = /^(?:blog|news|articles?|stories|story|posts?)$/i;
const YEAR = /^20\d\d$/;
/** Characters of a last part that names a single story, and its words. */
const STORY_LENGTH = 15;
const STORY_WORDS = 6;

/** Longer addresses are cut. */
const MAX_LENGTH = 500;

export interface AddressSigns {
  readonly is: (kind: keyof typeof ADDRESSES) => boolean;
  /** Whether it names one story among many. */
  readonly isStory: boolean;
  /** Whether it names a section, a search or a page of results. */
  readonly isList: boolean;
  readonly isRoot: boolean;
  readonly depth: number;
  readonly hasNumber: boolean;
}

export function readAddress(url: string | null): AddressSigns {
  const address = (url ?? '').slice(0, MAX_LENGTH);
  const { pathname = '/', searchParams } = URL.parse(address) ?? {};
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const isDated = parts.some((part, at) => YEAR.test(part) && /^\d/.test(parts[at + 1] ?? ''));
  return {
    is: (kind) => ADDRESSES[kind].test(address),
    isStory:
      isDated ||
      last.split('-').length >= STORY_WORDS ||
      (parts.slice(0, -1).some((part) => STORIES.test(part)) && last.length >= STORY_LENGTH),
    isList:
      parts.slice(-3).some((part) => SECTIONS.test(part)) ||
      ['q', 'query', 'search', 'page'].some((name) => searchParams?.has(name) === true),
    isRoot: parts.length === 0,
    depth: parts.length,
    hasNumber: /\d{4}/.test(pathname),
  };
}
