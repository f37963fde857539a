/** Brings the bytes of one page, shown by a browser first where it is asked for. */
import { createHash } from 'node:crypto';
import { HTML_TYPES } from '../../../engines/parse/catalog.ts';
import type { ParseWarning } from '../../../engines/parse/types.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { sniffMediaType } from '../../../platform/media-type.ts';
import type { GuardedFetch } from '../../../platform/network-guard/index.ts';
import { filenameOfUrl } from '../filename.ts';

export interface FetchPageOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Rejects for a redirect that the crawl does not follow. */
  readonly checkRedirect: (next: URL) => Promise<void>;
}

export interface FetchedPage {
  readonly body: Uint8Array;
  readonly mediaType: string;
  readonly charset: string | null;
  readonly finalUrl: string;
  readonly sha256: string;
  /** What the header `X-Robots-Tag` says, in lower case. */
  readonly robots: string;
  readonly rendered: boolean;
  /** What the reader of the page should know of its fetching. */
  readonly warnings: readonly ParseWarning[];
  readonly fetchedAt: Date;
  /** From the request to the last byte. */
  readonly tookMs: number;
}

/** Rejects as the guarded fetch does; `timeout` when the page takes longer than the crawl allows, `empty` without a body. */
export async function fetchPage(
  fetch: GuardedFetch,
  url: string,
  { timeoutMs, maxBytes, signal, checkRedirect }: FetchPageOptions,
): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const within = AbortSignal.any([signal, timeout]);
  const began = performance.now();
  try {
    const { body, contentType, finalUrl, headers } = await fetch(url, { maxBytes, signal: within, checkRedirect });
    if (body.byteLength === 0) throw new ServiceError('empty', 'The address answered without a body.');
    const declared = contentType?.mediaType ?? null;
    return {
      body,
      mediaType: sniffMediaType(body, { filename: filenameOfUrl(finalUrl), declared }),
      charset: contentType?.charset ?? null,
      finalUrl,
      sha256: createHash('sha256').update(body).digest('hex'),
      robots: (headers['x-robots-tag'] ?? '').toLowerCase(),
      rendered: false,
      warnings: [],
      fetchedAt: new Date(),
      tookMs: performance.now() - began,
    };
  } catch (error) {
    if (timeout.aborted && !signal.aborted) {
      throw new ServiceError('timeout', `The page did not come within ${timeoutMs / 1000} s.`);
    }
    throw error;
  }
}

export function isHtml(mediaType: string): boolean {
  return HTML_TYPES.includes(mediaType);
}
