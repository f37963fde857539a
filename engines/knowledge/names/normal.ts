/** The forms under which names are known. */
import { lower, withoutAccents } from '../../text/words.ts';

/** Code units of a name, as written and in its normal form. */
export const LONGEST_NAME = 120;

/**
 * Lower case, without accents, punctuation, possessive s and leading article, at most 120 code units; empty if nothing
 * is left.
 */
export function normalName(text: string): string {
  const name = withoutAccents(lower(text.slice(0, LONGEST_NAME).toWellFormed()))
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replace(/^(?:(?:the|a|an) )+(?=.)/, '');
  // One character can be a phrase in its plain form.
  return name.length <= LONGEST_NAME
    ? name
    : name
        .slice(0, LONGEST_NAME)
        .toWellFormed()
        .replace(/[ \ufffd]$/, '');
}

/** A title as a name: brackets at its end say which of several is meant, not what it is called. */
export const titleName = (title: string): string => normalName(withoutBrackets(title)) || normalName(title);

/** "Mercury (planet)" is "Mercury". */
export function withoutBrackets(title: string): string {
  const plain = title.trimEnd();
  const open = plain.endsWith(')') ? plain.lastIndexOf('(') : -1;
  return open > 0 ? plain.slice(0, open).trimEnd() : plain;
}

/**
 * "Minutes (2)" is "Minutes": a number of one or two digits is given to a name that is taken, and says nothing about
 * the text.
 */
export const withoutCopyNumber = (title: string): string => title.replace(/ \(\d{1,2}\)$/, '');
