/** What a page states of itself for machines: JSON-LD. Untrusted: bounded in size, and walked without recursion. */
import { isObject } from '../../../../platform/is-object.ts';
import { attribute, descendants, textContent, type HtmlParent } from '../../documents/html/dom.ts';
import type { JsonObject } from '../../documents/html/json-ld.ts';

export interface StatedList {
  /** Name of the recipe or other instruction that it is of; empty when it has none. */
  readonly subject: string;
  readonly items: readonly string[];
}

export interface Stated {
  /** Every schema.org type, of JSON-LD and of microdata. */
  readonly types: ReadonlySet<string>;
  /** Descriptions, bodies and names, in the order of the page; HTML as the page wrote it. */
  readonly texts: readonly string[];
  /** What visitors wrote of it, with their names. */
  readonly reviews: readonly string[];
  readonly products: readonly JsonObject[];
  /** Ingredients, steps and supplies of instructions, as the page wrote them. */
  readonly lists: readonly StatedList[];
}

/** Characters of one script, of all scripts, and values in them: larger data describes a catalog, not a page. */
const MAX_SCRIPT = 512 * 1024;
const MAX_SCRIPTS = 1024 * 1024;
const MAX_VALUES = 20_000;

const TEXTS = /^(?:description|articleBody|text|name|headline|abstract|value)$/;
const REVIEW_TEXTS = /^(?:reviewBody|description|name|headline|author)$/;
const REVIEWS = /^reviews?$/;
const LIST = /^(?:recipeIngredient|ingredients|recipeInstructions|step|supply|tool)$/;
const LIST_TEXTS = /^(?:text|name)$/;
/** A page has a few recipes. */
const MAX_LISTS = 20;
const PRODUCT = /^(?:Product|ProductGroup|IndividualProduct|Vehicle|Book)$/;

interface Found {
  readonly types: Set<string>;
  readonly texts: string[];
  readonly reviews: string[];
  readonly products: JsonObject[];
  readonly lists: { readonly subject: string; readonly items: string[] }[];
}

interface Member {
  readonly key: string;
  readonly value: unknown;
  /** Whether it is a part of a review. */
  readonly isReview: boolean;
  /** Name of the outermost instruction that it is in; `null` outside of all. */
  readonly subject: string | null;
  /** Items of the list that it is in, if any. */
  readonly items: string[] | null;
}

export function readStated(page: HtmlParent): Stated {
  const stated: Found = { types: new Set(), texts: [], reviews: [], products: [], lists: [] };
  let left = MAX_SCRIPTS;
  for (const element of descendants(page)) {
    const type = attribute(element, 'itemtype')?.split('/').pop();
    if (type !== undefined) stated.types.add(type);
    if (element.tagName !== 'script' || !/ld\+json/i.test(attribute(element, 'type') ?? '')) continue;
    const script = textContent(element);
    left -= script.length;
    if (script.length <= MAX_SCRIPT && left >= 0) collect(script, stated);
  }
  return stated;
}

function collect(script: string, stated: Found): void {
  let values = 0;
  const stack: Member[] = [{ key: '', value: parse(script), isReview: false, subject: null, items: null }];
  for (let top = stack.pop(); top !== undefined && values++ < MAX_VALUES; top = stack.pop()) {
    const { key, value, isReview, items } = top;
    if (typeof value === 'string') {
      if (LIST.test(key) || LIST_TEXTS.test(key)) items?.push(value);
      if (key === '@type') stated.types.add(value);
      else if (isReview && REVIEW_TEXTS.test(key)) stated.reviews.push(value);
      else if (!isReview && TEXTS.test(key)) stated.texts.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_VALUES).reverse()) stack.push({ ...top, value: item });
    } else if (isObject(value)) {
      if (typesOf(value).some((type) => PRODUCT.test(type))) stated.products.push(value);
      const members = Object.entries(value).reverse();
      const subject = top.subject ?? (members.some(([name]) => LIST.test(name)) ? nameOf(value) : null);
      for (const [name, member] of members) {
        const isList = LIST.test(name) && stated.lists.length < MAX_LISTS;
        const own = isList ? listIn(stated, subject ?? '') : items;
        stack.push({ key: name, value: member, isReview: isReview || REVIEWS.test(name), subject, items: own });
      }
    }
  }
}

function listIn({ lists }: Found, subject: string): string[] {
  const items: string[] = [];
  lists.push({ subject, items });
  return items;
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : '';
}

function parse(script: string): unknown {
  try {
    // Some pages have unescaped line feeds inside strings.
    return JSON.parse(script.replace(/[\n\r\t]/g, ' '));
  } catch {
    return null;
  }
}

function typesOf(object: JsonObject): string[] {
  const types: unknown[] = Array.isArray(object['@type']) ? object['@type'] : [object['@type']];
  return types.filter((type) => typeof type === 'string');
}
