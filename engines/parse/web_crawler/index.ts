/** The web crawler's reading of one page: its main content, and where it leads. */
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../document.ts';
import { attribute, descendants, type HtmlElement, type HtmlParent } from '../markdown_converter/html/dom.ts';
import { convertHtml } from '../markdown_converter/html/index.ts';
import { baseOf } from '../markdown_converter/html/links.ts';
import { readMetadata } from '../markdown_converter/html/metadata.ts';
import { parsePage } from '../markdown_converter/html/page.ts';
import type { DocumentLink, ParseContext, ParsedDocument, ParseInput } from '../types.ts';
import { readPage } from '../web_reader/index.ts';
import { MAX_ADDRESS } from './address.ts';

/** Links of a page that are followed at most, the first ones of the document. */
const MAX_LINKS = 2000;

/**
 * Reads a page by its main content; one without, such as a list of links, whole. A page that shows nothing at all is a
 * document without Markdown: its links count all the same. `properties.robots` holds what the page tells robots.
 * Throws what the web reader throws, `empty` excepted.
 */
export async function readSitePage(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const page = parsePage(input);
  const { baseElement, properties } = readMetadata(page, input.url);
  const robots = robotsDirectives(page);
  const document =
    (await unlessEmpty(() => readPage(input, context))) ?? (await unlessEmpty(() => convertHtml(input))) ?? null;
  return {
    ...(document ?? documentOf('', { properties })),
    links: linksOf(page, baseOf(baseElement, input.url)),
    properties: { ...properties, ...document?.properties, ...(robots !== '' && { robots }) },
  };
}

async function unlessEmpty<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'empty') return null;
    throw error;
  }
}

/** Pages that the page leads to: by links, and by its own redirect. */
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

/** `0; url=/next` of a page that sends its visitors on. */
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

/** Feeds are alternates too, and no pages. */
function pageAlternate(type: string | null, address: string | null): string | null {
  return type === null || /html/i.test(type) ? address : null;
}

/** `noindex, nofollow`: what the page asks of every robot. */
function robotsDirectives(page: HtmlParent): string {
  const directives: string[] = [];
  for (const element of descendants(page)) {
    if (element.tagName !== 'meta' || !/^(robots|tidemill)$/i.test(attribute(element, 'name') ?? '')) continue;
    directives.push((attribute(element, 'content') ?? '').toLowerCase().slice(0, 200));
  }
  return directives.join(', ').slice(0, 500);
}
