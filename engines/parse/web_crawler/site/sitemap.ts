/** Parses sitemaps (sitemaps.org): XML and plain text, compressed or not, and sitemap indexes. */
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { ServiceError } from '../../../../errors/index.ts';
import { pauses } from './pauses.ts';
import { MAX_ADDRESS } from './address.ts';

export interface Sitemap {
  /** Addresses verbatim from the file, in its order. */
  readonly pages: readonly string[];
  /** Further sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Maximum decompressed size, from the protocol. */
const MAX_BYTES = 50 * 1024 * 1024;
const SLICE = 64 * 1024;
/** Maximum nesting of elements; a sitemap has 4. Each open element uses memory. */
const MAX_DEPTH = 100;

/**
 * Reads a sitemap up to `maxEntries`, or up to a syntax error. Rejects with `corrupt`, `too_large`, or the signal's
 * reason, which is checked periodically.
 */
export async function parseSitemap(bytes: Uint8Array, maxEntries: number, signal: AbortSignal): Promise<Sitemap> {
  const text = new TextDecoder().decode(isPacked(bytes) ? unpack(bytes) : bytes);
  if (!text.trimStart().startsWith('<')) {
    const lines = text.split(/\r\n|\r|\n/, maxEntries).map((line) => line.trim());
    return { pages: lines.filter((line) => line.length <= MAX_ADDRESS && /^https?:\/\//i.test(line)), sitemaps: [] };
  }
  const pages: string[] = [];
  const sitemaps: string[] = [];
  let depth = 0;
  let entry = '';
  let address: string | null = null;
  const faults: Error[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (fault) => faults.push(fault));
  parser.on('opentag', ({ name }) => {
    depth++;
    // Images and videos of a page have their own addresses: `image:loc`.
    if (name === 'url' || name === 'sitemap') entry = name;
    if (name === 'loc') address = '';
  });
  const append = (part: string): void => {
    if (address !== null && address.length <= MAX_ADDRESS) address += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', ({ name }) => {
    depth--;
    if (name !== 'loc' || address === null) return;
    const found = address.trim();
    address = null;
    if (found !== '' && found.length <= MAX_ADDRESS) (entry === 'sitemap' ? sitemaps : pages).push(found);
  });
  const isEnough = (): boolean =>
    faults.length > 0 || depth > MAX_DEPTH || pages.length + sitemaps.length >= maxEntries;
  const pause = pauses(signal);
  for (let at = 0; at < text.length && !isEnough(); at += SLICE) {
    await pause();
    parser.write(text.slice(at, at + SLICE));
  }
  return { pages: pages.slice(0, maxEntries), sitemaps: sitemaps.slice(0, maxEntries) };
}

function isPacked([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isBomb = error instanceof RangeError;
    throw new ServiceError(isBomb ? 'too_large' : 'corrupt', 'The sitemap cannot be decompressed.', {}, error);
  }
}
