/** What the contract says of candidates. */
export { MERGE_REASONS, MERGE_THRESHOLD } from '../../../engines/knowledge/entities/pair.ts';

/** The lowest score of the candidates that a person is shown: more of them are one entity than not. */
export const CANDIDATE_THRESHOLD = 0.7;
