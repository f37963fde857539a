/** What the contract says of candidates. */
export { TRAIT_KINDS } from '../../../engines/knowledge/entities/traits.ts';
export { SPLIT_REASONS } from '../../../engines/knowledge/entities/senses.ts';
export { MERGE_REASONS, MERGE_THRESHOLD } from '../../../engines/knowledge/entities/pair.ts';

/** The lowest score of the candidates that a person is shown: more of them are one entity than not. */
export const CANDIDATE_THRESHOLD = 0.7;
