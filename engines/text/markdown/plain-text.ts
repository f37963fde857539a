/** Plain text of what escapes and simple marks write, without a parser. */

/** Punctuation behind a backslash stands for itself. */
export const withoutEscapes = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** A cell of a table as values: without escapes, and with a semicolon for each line break, as between values. */
export const cellValues = (cell: string): string =>
  cell.replace(/<br>|&(?:lt|gt|amp);|\\[!-/:-@[-`{-~]/g, (mark) =>
    mark === '<br>' ? '; ' : (ENTITIES[mark] ?? mark.slice(1)),
  );

/** What a text shows that is one link and nothing else; any other text as it is. */
export const shownByLink = (text: string): string => /^\[([^[\]]+)\]\([^()\s]*\)$/.exec(text)?.[1] ?? text;
