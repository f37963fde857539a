/** Metadata of a page: JSON-LD, OpenGraph and Dublin Core tags, and HTML's own elements. */
import { html } from 'parse5';
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from './dom.ts';
import { article, type JsonObject } from './json-ld.ts';
import { resolveLink } from './links.ts';
import { parseHtml } from './parse.ts';

export interface PageMetadata {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly createdAt: string | null;
  readonly properties: Readonly<Record<string, string>>;
  /** The page's `base` element, if it has one. */
  readonly baseElement: HtmlElement | undefined;
}

/** Maximum length of a value, since some pages put their whole text into the description. */
const MAX_LENGTH = 1000;

export function readMetadata(document: HtmlParent, url: string | null): PageMetadata {
  const head = collect(document);
  const item = article(head.jsonLd);
  const meta = (...names: string[]): string | null => {
    for (const name of names) for (const value of head.meta.get(name) ?? []) if (value !== '') return value;
    return null;
  };
  const properties = {
    description: meta('og:description', 'description', 'twitter:description', 'dc.description'),
    site_name: meta('og:site_name', 'application-name') ?? nameOf(item['publisher']),
    canonical_url: resolveLink(head.canonical ?? meta('og:url'), url),
    modified_at: timestamp(stringOf(item['dateModified']) ?? meta('article:modified_time', 'dcterms.modified')),
    keywords: meta('keywords', 'news_keywords'),
  };
  return {
    title: withoutSiteName(
      clean(stringOf(item['headline']) ?? meta('og:title', 'twitter:title', 'dc.title') ?? head.title),
      clean(properties.site_name),
    ),
    authors: authorsOf(item, head.meta),
    language: languageTag(head.language ?? meta('og:locale', 'content-language', 'dc.language')),
    createdAt: timestamp(
      stringOf(item['datePublished']) ??
        meta('article:published_time', 'og:published_time', 'date', 'dc.date', 'dcterms.created', 'pubdate') ??
        meta('datepublished', 'sailthru.date', 'parsely-pub-date', 'dc.date.issued', 'citation_publication_date'),
    ),
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, value]) => {
        const cleaned = clean(value);
        return cleaned === null ? [] : [[name, cleaned]];
      }),
    ),
    baseElement: head.baseElement,
  };
}

interface Head {
  title: string | null;
  language: string | null;
  canonical: string | null;
  baseElement: HtmlElement | undefined;
  /** Contents of `meta` elements by lower-case name, property or itemprop. */
  readonly meta: Map<string, string[]>;
  readonly jsonLd: string[];
}

function collect(document: HtmlParent): Head {
  const head: Head = {
    title: null,
    language: null,
    canonical: null,
    baseElement: undefined,
    meta: new Map(),
    jsonLd: [],
  };
  for (const element of descendants(document)) {
    switch (element.tagName) {
      case 'html':
        head.language ??= attribute(element, 'lang') ?? attribute(element, 'xml:lang');
        break;
      case 'title':
        if (element.namespaceURI === html.NS.HTML) head.title ??= textContent(element);
        break;
      case 'base':
        head.baseElement ??= element;
        break;
      case 'link':
        if (attribute(element, 'rel')?.toLowerCase() === 'canonical') head.canonical ??= attribute(element, 'href');
        break;
      case 'script':
        if (attribute(element, 'type')?.toLowerCase() === 'application/ld+json') head.jsonLd.push(textContent(element));
        break;
      case 'meta':
        collectMeta(element, head.meta);
        break;
      default:
    }
  }
  return head;
}

function collectMeta(element: HtmlElement, meta: Map<string, string[]>): void {
  const content = attribute(element, 'content')?.trim();
  if (!content) return;
  for (const key of ['name', 'property', 'itemprop', 'http-equiv']) {
    const name = attribute(element, key)?.trim().toLowerCase();
    if (!name) continue;
    const values = meta.get(name) ?? [];
    values.push(content);
    meta.set(name, values);
  }
}

function authorsOf(item: JsonObject, meta: ReadonlyMap<string, readonly string[]>): string[] {
  const listed = Array.isArray(item['author']) ? item['author'] : [item['author']];
  const named = listed.map(nameOf).filter((name) => name !== null);
  const fromMeta = ['author', 'article:author', 'dc.creator', 'citation_author', 'parsely-author', 'byl'].map(
    (name) => meta.get(name) ?? [],
  );
  const candidates = named.length > 0 ? named : (fromMeta.find((values) => values.some(isName)) ?? []);
  return [...new Set(candidates.flatMap(splitNames).filter(isName))].slice(0, 50);
}

const BY = /^ ?(by|von|par|por|di) ?:? /i;

/** Names of people from a byline. Does not split at commas: `Doe, Jane` is one person. */
export function splitNames(byline: string): string[] {
  return byline
    .split(/[;|\n]/)
    .map((part) => part.replace(/\s+/g, ' '))
    .flatMap((part, index) => (index === 0 ? part.replace(BY, '') : part).split(/ (?:and|&) /))
    .map((name) => name.trim());
}

/** Author tags may also contain profile addresses and whole sentences. */
const isName = (name: string): boolean => name !== '' && name.length <= 100 && !/^https?:|^@|\/\//i.test(name);

/** Strings in JSON-LD are often HTML-escaped as well. */
function stringOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return value.includes('&') ? textContent(parseHtml(value)) : value;
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'name' in value) return stringOf(value.name);
  return stringOf(value);
}

/** Many titles end with the name of the site: `Tide mills | The Miller`. */
function withoutSiteName(title: string | null, siteName: string | null): string | null {
  if (title === null || siteName === null || !title.toLowerCase().endsWith(siteName.toLowerCase())) return title;
  const rest = title.slice(0, -siteName.length);
  const [, own = ''] = /^(.*\S) ?[|\-\u2013\u2014\u00b7\u00bb:] ?$/.exec(rest) ?? [];
  return own === '' ? title : own;
}

function clean(value: string | null): string | null {
  const cleaned = value?.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) ?? '';
  return cleaned === '' ? null : cleaned;
}

/**
 * RFC 3339 in UTC. ISO 8601 without an offset counts as UTC; other notations, and the year 1 of empty fields, as
 * unknown.
 */
export function timestamp(value: string | null): string | null {
  const iso = /^\s*([12]\d{3}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?/.exec(
    value ?? '',
  );
  if (iso === null) return null;
  const [, day, time = '00:00:00', offset = 'Z'] = iso;
  const date = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A well-formed BCP 47 tag in its usual spelling, or `null`. */
export function languageTag(value: string | null): string | null {
  const candidate =
    value
      ?.trim()
      .split(/[,;\s]/, 1)[0]
      ?.replaceAll('_', '-') ?? '';
  try {
    return Intl.getCanonicalLocales(candidate)[0] ?? null;
  } catch {
    return null;
  }
}
