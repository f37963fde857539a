/** Where the sentences of a text end, in any script, by its punctuation. */

/** UTF-16 code units, end exclusive. */
export type TextRange = readonly [start: number, end: number];

const ENDS = new Set('.!?…。！？؟۔।');
/** These end a sentence without a space behind them. */
const WIDE_ENDS = new Set('。！？।');
const CLOSERS = new Set(`"'”’»)]）」』`);
/** Words that a period follows within a sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs no vol fig al e.g i.e inc ltd co corp jr sr approx dept est z.b bzw ca nr bspw usw'.split(
    ' ',
  ),
);

/** The sentences between two positions, without the white space around them. Time grows with the length of the text. */
export function sentencesOf(text: string, from = 0, to = text.length): TextRange[] {
  const spans: TextRange[] = [];
  let start = from;
  const end = (at: number): void => {
    const span = trimmed(text, start, at);
    if (span) spans.push(span);
    start = at;
  };
  for (let at = from; at < to; at++) {
    const character = text.charAt(at);
    if (!ENDS.has(character)) continue;
    let after = at + 1;
    while (after < to && (ENDS.has(text.charAt(after)) || CLOSERS.has(text.charAt(after)))) after++;
    const isEnd = WIDE_ENDS.has(character) || (isSpace(text.charAt(after)) && opensSentence(text, after, to));
    if (isEnd && !(character === '.' && after === at + 1 && isAbbreviation(text, start, at))) end(after);
    at = after - 1;
  }
  end(to);
  return spans;
}

/** The range without white space at its ends; `null` when it holds nothing else. */
export function trimmed(text: string, start: number, end: number): TextRange | null {
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return start < end ? [start, end] : null;
}

function isSpace(character: string): boolean {
  return character === '' || character.trim() === '';
}

/** What follows a sentence is no small letter. */
function opensSentence(text: string, at: number, to: number): boolean {
  while (at < to && isSpace(text.charAt(at))) at++;
  return at >= to || !/^\p{Ll}/u.test(text.slice(at, at + 2));
}

/** The longest of the abbreviations. */
const LONGEST_ABBREVIATION = 6;

function isAbbreviation(text: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && at - from <= LONGEST_ABBREVIATION && /[\p{L}.]/u.test(text.charAt(from - 1))) from--;
  const word = text.slice(from, at).toLowerCase();
  return /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word);
}
