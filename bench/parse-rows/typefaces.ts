/** Widths of letters in the fonts that pages of rows are set in. */

export interface Typeface {
  /** Name among the standard 14. */
  readonly name: string;
  /** The width of `text` in points. */
  readonly widthOf: (text: string, size: number) => number;
}

/** Widths of the characters from the space to the tilde, in thousandths of an em. */
const HELVETICA =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 ' +
  '584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 ' +
  '667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 ' +
  '278 556 500 722 500 500 500 334 260 334 584';
const TIMES =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 ' +
  '564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 ' +
  '722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 ' +
  '278 500 500 722 500 500 444 480 200 480 541';

/** Accented letters and signs of currencies are about as wide as a digit. */
function typeface(name: string, list: string): Typeface {
  const widths = list.split(' ').map(Number);
  const usual = widths['0'.charCodeAt(0) - 32] ?? 500;
  const widthOf = (letter: string): number => widths[letter.charCodeAt(0) - 32] ?? usual;
  return {
    name,
    widthOf: (text, size) => (Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * size) / 1000,
  };
}

export const TYPEFACES: readonly Typeface[] = [
  typeface('Helvetica', HELVETICA),
  typeface('Times-Roman', TIMES),
  typeface('Courier', Array(95).fill(600).join(' ')),
];
