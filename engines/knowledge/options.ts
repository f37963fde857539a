/** What results name: why names are merged. */

/**
 * Why two names are the same entity's.
 *
 * - `abbreviation`: the text introduces it, as in "International Business Machines (IBM)".
 * - `other_name`: the text states it, as in "Samuel Clemens, better known as Mark Twain".
 * - `former_name`: the text states it, as in "Zimbabwe (formerly Rhodesia)".
 * - `legal_suffix`: it is the name and a legal form, as in "Acme Mills Ltd".
 * - `initials`: it has initials for all names but the last, as in "J. R. R. Tolkien".
 * - `hyphen`: it is written with a hyphen, as in "e-mail".
 * - `record_key`: it is the key of a record, as in "id: 17".
 */
export const ALIAS_RULES = [
  'abbreviation',
  'other_name',
  'former_name',
  'legal_suffix',
  'initials',
  'hyphen',
  'record_key',
] as const;
export type AliasRule = (typeof ALIAS_RULES)[number];

/** Which of the passages that fit a time come first. */
export const TIME_ORDERS = ['latest', 'first'] as const;
export type TimeOrder = (typeof TIME_ORDERS)[number];

/**
 * What gives the date of a document. `metadata`: the caller; `text`: a line that opens it; `title`, `name`: of the
 * document or its file; `source`: the properties of the file.
 */
export const DATE_SOURCES = ['metadata', 'text', 'title', 'name', 'source'] as const;
export type DateSource = (typeof DATE_SOURCES)[number];
