/** Resolves addresses in a page. */
import { isSafeAddress } from '../../untrusted/address.ts';
import { attribute, type HtmlElement } from './dom.ts';

/** The absolute address of a link (unchanged without a base); `null` for an invalid or disallowed one. */
export function resolveLink(address: string | null, base: string | null): string | null {
  const trimmed = address?.replace(/[\t\n\r]/g, '').trim() ?? '';
  if (trimmed === '' || trimmed === '#' || /^data:/i.test(trimmed) || !isSafeAddress(trimmed)) return null;
  if (base === null || trimmed.startsWith('#')) return trimmed;
  return URL.parse(trimmed, base)?.href ?? null;
}

/**
 * The address of an image, including the attributes of lazy loaders, but no data URLs, which may be megabytes. Empty
 * when there is none.
 */
export function imageSource(image: HtmlElement, base: string | null): string {
  const candidates = [
    attribute(image, 'src'),
    attribute(image, 'data-src'),
    attribute(image, 'data-original'),
    attribute(image, 'data-lazy-src'),
    attribute(image, 'srcset')?.trim().split(/\s+/, 1)[0] ?? null,
    attribute(image, 'data-srcset')?.trim().split(/\s+/, 1)[0] ?? null,
  ];
  for (const candidate of candidates) {
    const resolved = resolveLink(candidate, base);
    if (resolved !== null) return resolved;
  }
  return '';
}

/** The base of a page's relative addresses: its `base` element, resolved against the page's URL. */
export function baseOf(baseElement: HtmlElement | undefined, url: string | null): string | null {
  const href = baseElement === undefined ? null : attribute(baseElement, 'href');
  if (href === null) return url;
  return (url === null ? URL.parse(href) : URL.parse(href, url))?.href ?? url;
}
