/** The pages that chunks are on. */
import type { Span } from '../span.ts';

export interface ChunkPages {
  /** `null` for a document without pages. */
  readonly pageFrom: number | null;
  readonly pageTo: number | null;
}

export const NO_PAGES: ChunkPages = { pageFrom: null, pageTo: null };

/** The pages of each chunk. Chunks and pages are in order, so that each is looked at once. */
export function pagesOf(chunks: readonly Span[], spans: readonly (Span & { readonly page: number })[]): ChunkPages[] {
  let first = 0;
  return chunks.map(({ start, end }) => {
    while (first < spans.length && (spans[first]?.end ?? 0) <= start) first++;
    let last = first;
    while (last + 1 < spans.length && (spans[last + 1]?.start ?? end) < end) last++;
    const [from, to] = [spans[first], spans[last]];
    return from && to && from.start < end ? { pageFrom: from.page, pageTo: to.page } : NO_PAGES;
  });
}
