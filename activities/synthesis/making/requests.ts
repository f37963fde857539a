/** What a step asks of a making process. */
import type { Order, Source } from '../../../engines/synthesis/order.ts';

export interface MakingRequest {
  readonly order: Order;
  readonly sources: readonly Source[];
  /** Items from the beginning that are there already: they are made again, and not delivered. */
  readonly skip: number;
}

/** Items follow as one JSON text. */
export interface MakingOutput {
  /** Place of the first of them. */
  readonly from: number;
}

export interface MakingAnswer {
  /** Items that were made in all, rejected ones included. */
  readonly made: number;
}
