/** An item, its source and its provenance. */
export { REJECTION_REASONS, meaningsOf } from './item.ts';
export type { Item, Rejected, Rejection } from './item.ts';
export { originsOf, sourcesIn, withOrigins } from './provenance.ts';
export type { KnownFact, Source } from './source.ts';
