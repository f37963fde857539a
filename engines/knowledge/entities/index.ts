/** Which names may be one entity, and which one name of several. */
export { alikeNames } from './alike.ts';
export type { AlikeLimits, AlikeNames } from './alike.ts';
export { withAmbiguity } from './ambiguous.ts';
export type { ScoredPair } from './ambiguous.ts';
export { mayBeHeadings, saysSomethingOf, withHeadings } from './headings.ts';
export { compareEntities } from './pair.ts';
export type { Likeness } from './pair.ts';
export { MOST_TRAITS, areSeveralThings, areTwoThings, sensesBy } from './senses.ts';
export type { TellingDocument } from './senses.ts';
export { recordTraits, traitsIn } from './traits.ts';
export type { Trait } from './traits.ts';
