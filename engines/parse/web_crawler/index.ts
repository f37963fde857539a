/** Reads one page for the web crawler: its main content and its links. */
import { ServiceError } from '../../../errors/index.ts';
import { readDecoded, type TextInput } from '../documents/charset/decode.ts';
import { documentOf } from '../documents/document.ts';
import { attribute, descendants, type HtmlElement, type HtmlParent } from '../documents/html/dom.ts';
import { convertHtml } from '../documents/whole-page/convert.ts';
import { baseOf } from '../documents/html/links.ts';
import { readMetadata } from '../documents/html/metadata.ts';
import { parsePage } from '../documents/html/page.ts';
import type { DocumentLink, ParseContext, ParsedDocument, ParseInput } from '../documents/types.ts';
import { readPageText } from '../web_reader/index.ts';
import { MAX_ADDRESS } from './site/address.ts';

/** Maximum number of links to follow from a page, in document order. */
const MAX_LINKS = 2000;

/**
 * Reads the main content of a page, or the whole page if it has none, such as a list of links. A page without visible
 * content gives a document without Markdown but with its links. `properties.robots` has the page's robots directives.
 * Throws what the web reader throws, except `empty`.
 */
export async function readSitePage(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  return readDecoded(input, (decoded) => readText(decoded, context));
}

function readText(input: TextInput, context: ParseContext): ParsedDocument {
  const page = parsePage(input);
  const { baseElement, properties } = readMetadata(page, input.url);
  const robots = robotsDirectives(page);
  const document =
    unlessEmpty(() => readPageText(input, context)) ??
    unlessEmpty(() => convertHtml(input)) ??
    documentOf('', { properties });
  return {
    ...document,
    links: linksOf(page, baseOf(baseElement, input.url)),
    properties: { ...properties, ...document.properties, ...(robots !== '' && { robots }) },
  };
}

function unlessEmpty<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'empty') return null;
    throw error;
  }
}

/** Link targets of the page, including its own redirect. */
function linksOf(page: HtmlParent, base: string | null): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const element of descendants(page)) {
    if (links.length === MAX_LINKS) break;
    const address = addressOf(element);
    if (address === null || address.length > MAX_ADDRESS) continue;
    const url = URL.parse(address.trim(), base ?? undefined);
    if (url !== null && /^https?:$/.test(url.protocol)) {
      links.push({ url: url.href, nofollow: /\bnofollow\b/i.test(attribute(element, 'rel') ?? '') });
    }
  }
  return links;
}

function addressOf(element: HtmlElement): string | null {
  switch (element.tagName) {
    case 'a':
    case 'area':
      return attribute(element, 'href');
    case 'frame':
      return attribute(element, 'src');
    case 'meta':
      return refreshAddress(attribute(element, 'http-equiv'), attribute(element, 'content'));
    case 'link': {
      const isPage = /^(next|prev|alternate)$/i.test(attribute(element, 'rel') ?? '');
      return isPage ? pageAlternate(attribute(element, 'type'), attribute(element, 'href')) : null;
    }
    default:
      return null;
  }
}

/** The target of a meta refresh: `0; url=/next`. */
function refreshAddress(header: string | null, content: string | null): string | null {
  if (header?.trim().toLowerCase() !== 'refresh') return null;
  const target = /^[\d.\s]*[;,](.*)$/s.exec(content ?? '')?.[1] ?? '';
  const address = target
    .trim()
    .replace(/^url\s*=/i, '')
    .trim()
    .replace(/^["']/, '');
  return address.split(/["']/, 1)[0]?.trim() || null;
}

/** Excludes feeds, which are also alternates. */
function pageAlternate(type: string | null, address: string | null): string | null {
  return type === null || /html/i.test(type) ? address : null;
}

/** The page's directives for all robots: `noindex, nofollow`. */
function robotsDirectives(page: HtmlParent): string {
  const directives: string[] = [];
  for (const element of descendants(page)) {
    if (element.tagName !== 'meta' || !/^(robots|tidemill)$/i.test(attribute(element, 'name') ?? '')) continue;
    directives.push((attribute(element, 'content') ?? '').toLowerCase().slice(0, 200));
  }
  return directives.join(', ').slice(0, 500);
}
