/** Words and limits of requests and results about entities that may be one, or several of one name. */

/**
 * Why two entities may be one.
 *
 * - `same_words`: the same words, written or ordered differently.
 * - `legal_form`, `title`: one has a legal form, or a title, beside the words of the other.
 * - `joined_words`: the same letters, as in "Face book".
 * - `spelling`: words that differ in a transliteration or a slip.
 * - `nickname`: a short form of a given name.
 * - `initials`: initials for given names.
 * - `middle_name`: one has more given names.
 * - `abbreviation`: the first letters of the other's words.
 * - `shared_neighbours`: the same other names around them.
 * - `mentioned_together`, `ambiguous`, `headings`: against it: one text has both, the name fits several others, or both
 *   are headings of which no
 *   sentence says anything.
 */
export const MERGE_REASONS = [
  'same_words',
  'legal_form',
  'title',
  'joined_words',
  'spelling',
  'nickname',
  'initials',
  'middle_name',
  'abbreviation',
  'shared_neighbours',
  'mentioned_together',
  'ambiguous',
  'headings',
] as const;
export type MergeReason = (typeof MERGE_REASONS)[number];

/**
 * The likeness from which on two entities are merged. It has a precision of .95 and more, on pairs that fixed none of
 * the numbers of pair.ts (bench/RESULTS.md, names of one entity).
 */
export const MERGE_THRESHOLD = 0.85;

/** The lowest score of the candidates that a person is shown: more of them are one entity than not. */
export const CANDIDATE_THRESHOLD = 0.7;

/** The lowest score that can be asked for: names that are less alike are not merged whatever is around them. */
export const LEAST_SCORE = 0.5;

/**
 * Why a name has several senses.
 *
 * - `birth`, `death`: different years.
 * - `life`: different years in brackets.
 * - `lifetime`: what is said of one was before the birth, or after the death, of the other.
 * - `identifier`, `number`: different ones of one scheme.
 * - `qualifier`: titles that tell one from the other, as in "Mercury (planet)".
 * - `shared_neighbours`: against it: the same other names around them.
 */
export const SPLIT_REASONS = [
  'birth',
  'death',
  'life',
  'lifetime',
  'identifier',
  'number',
  'qualifier',
  'shared_neighbours',
] as const;
export type SplitReason = (typeof SPLIT_REASONS)[number];

/**
 * What a text says of a name that tells its senses apart.
 *
 * - `birth`, `death`: the day, month or year, as in "1961-03-12", "1961-03" or "1961".
 * - `life`: years in brackets, which may also be those of an office: "1961/2003".
 * - `identifier`: of a scheme that gives each thing one: "orcid 0000000218250097".
 * - `number`: given by somebody to customers, employees and the like: "patient 1234".
 * - `qualifier`: what brackets behind a title add to it: "planet".
 */
export const TRAIT_KINDS = ['birth', 'death', 'life', 'identifier', 'number', 'qualifier'] as const;
export type TraitKind = (typeof TRAIT_KINDS)[number];

/** Groups of documents that say the same of a name. A name with more is too common to be split. */
export const MOST_GROUPS = 50;
