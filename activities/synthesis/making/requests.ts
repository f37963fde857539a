/** What steps ask of a making process. */
import type { PageSpan } from '../../../domain/knowledge/documents/index.ts';
import type { FoundFacts } from '../../../domain/synthesis/results.ts';
import type { Order } from '../../../engines/synthesis/orders/index.ts';

/** Its sources are the input of the request, as one JSON text. */
export interface MakeRequest {
  readonly order: Order;
  /** Items from the beginning that are there already: they are made again, and not delivered. */
  readonly skip: number;
  /** Items after those that are wanted, rejected ones not counted; fewer when no more can be made. */
  readonly wanted: number;
}

/** A document whose Markdown is the input of the request. */
export interface CutRequest {
  readonly title: string | null;
  readonly pageSpans: readonly PageSpan[];
  /** Passages from its beginning. */
  readonly most: number;
}

/** Items, passages, checked values or places of items follow as one JSON text. */
export interface MakingOutput {
  /** Place of the first of them. */
  readonly from: number;
}

/** A passage of a document. */
export interface CutPassage {
  readonly title: string;
  readonly text: string;
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly span: readonly [number, number];
  /** First and last page; `null` for a document without pages. */
  readonly pages: readonly [number, number] | null;
}

/** The items were delivered before. */
export interface Made {
  /** No more items can be made. */
  readonly exhausted: boolean;
  /** What questions were made from, once no more can be made. */
  readonly facts?: FoundFacts | null;
}
