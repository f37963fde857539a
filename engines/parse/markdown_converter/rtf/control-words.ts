/** Control words that select a destination or stand for a character. */

/** Where text goes: into the document, into a destination's buffer, or nowhere. */
export type Destination =
  | 'text'
  | 'skipped'
  | 'info'
  | 'font'
  | 'style'
  | 'field-instruction'
  | 'form-default'
  | 'form-entry'
  | 'list-label'
  | 'picture'
  | 'comment-author'
  | 'property-name'
  | 'property-value'
  | 'shape-name'
  | 'shape-value'
  | Fact;

/** What the file says of itself. */
const FACTS = ['title', 'author', 'subject', 'keywords', 'doccomm', 'category', 'company', 'manager'] as const;
export type Fact = (typeof FACTS)[number];
export const isFact = (destination: Destination): destination is Fact => FACTS.some((fact) => fact === destination);

/** What is left out and counted. */
export const OMITTED: ReadonlyMap<string, string> = new Map([
  ['object', 'embedded objects'],
  ['moMath', 'formulas'],
]);

export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ['fonttbl', 'font'],
  ['stylesheet', 'style'],
  ['fldinst', 'field-instruction'],
  ['formfield', 'info'],
  ['ffdeftext', 'form-default'],
  ['ffl', 'form-entry'],
  ['listtext', 'list-label'],
  ['pntext', 'list-label'],
  ['info', 'info'],
  ...FACTS.map((fact) => [fact, fact] as const),
  ['pict', 'picture'],
  ['atnauthor', 'comment-author'],
  ['userprops', 'info'],
  ['propname', 'property-name'],
  ['staticval', 'property-value'],
  ['picprop', 'info'],
  ['sp', 'info'],
  ['sn', 'shape-name'],
  ['sv', 'shape-value'],
]);

const SKIPPED =
  /^(colortbl|listtable|listoverridetable|revtbl|nonshppict|nonesttables|shprslt|ftnsep\w*|aftnsep\w*|xe|tc|themedata|datastore|objdata|atnid|bkmkstart|bkmkend|mmathPict)$/;

/** Texts in boxes, which follow the paragraph. */
export const BOXES: ReadonlySet<string> = new Set(['shptxt', 'dptxbxtext']);

/** Optional groups with relevant content. */
const KNOWN = /^(shppict|shpinst|shptxt|do|dptxbxtext|nesttableprops|fldinst|footnote|annotation|background)$/;

/**
 * The destination that a word starts, `null` for other words. Any unknown word at the start of an optional group
 * starts one.
 */
export function destinationOf(word: string, isOptional: boolean): Destination | null {
  const destination = DESTINATIONS.get(word);
  if (destination !== undefined) return destination;
  return SKIPPED.test(word) || (isOptional && !KNOWN.test(word)) ? 'skipped' : null;
}

/** Characters of control words and symbols. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['~', '\u00a0'],
  ['_', '-'],
  ['{', '{'],
  ['}', '}'],
  ['\\', '\\'],
]);
