/** Patterns of lines: bullets, numbers, captions. */

/** Bullets, dashes and the private-use signs that symbol fonts use as such, before text. */
export const BULLET = /^([•▪●◦○■□◆◇‣⁃∙·➢➤\ue000-\uf8ff\u2013\u2014-]|o(?=\s[A-Z]))\s+/;
/** A tick, a cross or a box with its state, before text: a list item that keeps it. */
export const TICK = /^[✓✔✗✘☐☑☒]\s/;
/** A bullet that no programming language has: the line is a list item, whatever its font. */
export const CODE_ITEM = /^[•▪●◦○■□◆◇‣⁃∙➢➤✓✔✗✘☐☑☒]\s/;
/** `1.`, `(2)`, `a)` before text. */
export const NUMBERED = /^(\(?\d{1,2}[.)]|\(?[a-z]\)|[a-z]\.)\s+/;
/** A number or word that heads a section: `2.1`, `Chapter 3`, `IV.`, followed by a capital. */
export const SECTION_NUMBER = /^(chapter\s+\d+|appendix\s+\w|\d+(\.\d+)*\.?|[IVX]+\.|[A-Z]\.|\(\d+\))\s+[^\p{Ll}\d]/u;
/** English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese and Japanese. */
export const CAPTION =
  /^(table|figure|fig\.|listing|exhibit|source|tabelle|tab\.|abbildung|abb\.|tableau|tabla|tabella|tabela|figura|tabel|figuur|图|圖|図|表)\s*[\dA-Z]*[.:]?/i;
export const PAGE_NUMBER = /^(page)?[-–—|\s]*(\d{1,4}|[ivxlc]{1,6})[-–—|\s]*((of|\/)\s*\d+)?$/i;

/** The title of a section after its number: `2.1`, `A.3`, `Chapter 3`. */
export const withoutSectionNumber = (text: string): string => text.replace(NUMBER_BEFORE_TITLE, '');
const NUMBER_BEFORE_TITLE = /^(?:(?:chapter|appendix)\s+\w+|\d{1,3}(?:\.\d{1,3})*\.?|[A-Z]\.(?:\d{1,3}\.?)*)[:\s]\s*/i;

/** Key that is equal for texts that differ only in numbers, letter case and spaces. */
export const withoutNumbers = (text: string): string =>
  text
    .replace(/\s[ivxlc]+$|^[ivxlc]+\s/, ' # ')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
