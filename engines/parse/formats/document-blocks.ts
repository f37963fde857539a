/** The blocks of a document with their places on its pages. */
import type { Span } from '../../text/span.ts';
import type { BlockPlace, PageSpan } from '../documents/types.ts';
import { piecesOf } from './markdown-blocks.ts';
import type { DocumentBlock, MarkdownBlock } from './model.ts';

/** What formats are made of. */
export interface FormatSource {
  readonly markdown: string;
  readonly pages: readonly PageSpan[];
  readonly places: readonly BlockPlace[];
}

/** In reading order, made one by one. */
export function* documentBlocks({ markdown, pages, places }: FormatSource): Generator<DocumentBlock> {
  const placesIn = inOrder(places);
  const pagesIn = inOrder(pages);
  const above: { readonly id: string; readonly rank: number }[] = [];
  let order = 0;
  for (const piece of piecesOf(markdown)) {
    for (const { span, depth, ...block } of piece.blocks) {
      const id = `b${order + 1}`;
      const rank = rankOf(block, depth);
      while (above.length > 0 && (above.at(-1)?.rank ?? 0) >= rank) above.pop();
      const found = placesIn(span);
      const boxes = found.flatMap((place) => place.boxes);
      yield {
        id,
        order,
        ...block,
        parent_id: above.at(-1)?.id ?? null,
        page: boxes[0]?.page ?? pagesIn(span)[0]?.page ?? null,
        boxes,
        confidence: leastConfidence(found),
        markdown: span,
      };
      if (block.type === 'heading' || block.type === 'list_item') above.push({ id, rank });
      order++;
    }
  }
}

const RANKS_OF_HEADINGS = 10;

/**
 * A block is below the last one of lower rank: headings by level, then list items by depth, each before what else is in
 * it.
 */
function rankOf({ type, level }: Pick<MarkdownBlock, 'type' | 'level'>, depth: number): number {
  if (type === 'heading') return level ?? 0;
  return RANKS_OF_HEADINGS + depth + (type === 'list_item' ? 0 : 0.5);
}

function leastConfidence(places: readonly BlockPlace[]): number | null {
  const known = places.flatMap(({ confidence }) => confidence ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

/** Those of ascending spans that a span touches; it must be called with ascending spans. */
function inOrder<T extends Span>(spans: readonly T[]): (span: Span) => T[] {
  let first = 0;
  return ({ start, end }) => {
    while (first < spans.length && (spans[first]?.end ?? 0) <= start) first++;
    const found: T[] = [];
    for (let next = spans[first], at = first; next !== undefined && next.start < end; next = spans[++at])
      found.push(next);
    return found;
  };
}
