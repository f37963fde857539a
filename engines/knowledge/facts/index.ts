/** Facts that sentences state, by rules. Loads a model of English. */
export { namesIn, placesOf } from './names-in.ts';
export type { NamedWords } from './names-in.ts';
export { statedFacts, withoutMarkup } from './stated-facts.ts';
export type { StatedFact } from './stated-facts.ts';
export { tagWords } from './tagger.ts';
export type { TaggedWord } from './tagger.ts';
export { namesPerson } from './topic.ts';
