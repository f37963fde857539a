/** Guesses the charset of text whose bytes and sender do not say it. */
import { analyse } from 'chardet';
import { decodeAs } from './decoders.ts';
import { ALPHABETS, CODE_PAGES } from './languages.ts';

/** More says nothing new. */
const SAMPLE_BYTES = 32 * 1024;

/** Marks of a text that stand between words of any language, or behind one. */
const PUNCTUATION = new Set('\u00a0«»‹›„“”‚‘’–—…€£§°©®™·•¡¿ªº№²³½¼¾×');

/** What the rarest letter of a language gives less than its most frequent one. */
const RARE = 0.3;
/** Of fewer letters beyond ASCII than this, none is rare. */
const FEW = 20;
/** What a character that cannot be meant takes off, where a letter of the language gives 1. */
const COSTS = { foreign: 1.5, flipped: 1.5, mixed: 1.5, within: 1.5, impossible: 2 };

/** Of a text with quotation marks or dashes, and no letter that could tell. */
const MARKS_ALONE = 0.6;

/** Less than this decides between charsets that fit alike: few files are in the code pages of DOS and of old Macs. */
const UNUSUAL = new Map<string, number>(
  Object.entries({
    'windows-1250': 0.03,
    'windows-1254': 0.03,
    'windows-1257': 0.03,
    'windows-1258': 0.03,
    cp850: 0.04,
    cp852: 0.07,
    cp866: 0.04,
    macintosh: 0.06,
    'x-mac-cyrillic': 0.06,
    'iso-8859-2': 0.04,
    'iso-8859-5': 0.02,
  }),
);

export interface GuessedCharset {
  readonly charset: string;
  /** From 0 to 1: how well the text reads, and how much better than in any other charset. */
  readonly confidence: number;
}

interface Reading {
  readonly charset: string;
  readonly text: string;
  /** At most 1: every character beyond ASCII is a letter of one language, where a word of it may have it. */
  readonly plausibility: number;
  /** Of its language; the first of them are the most common. */
  readonly rank: number;
}

/** `null` when no charset makes a text of the bytes that any language could be written in. */
export function guessCharset(bytes: Uint8Array): GuessedCharset | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const readings = [...readInCodePages(sample), ...readInWideCharsets(sample)].toSorted(
    (one, other) => other.plausibility - one.plausibility || one.rank - other.rank,
  );
  const [best] = readings;
  if (best === undefined || best.plausibility <= 0) return null;
  const rival = readings.find(({ text }) => text !== best.text);
  const lead = best.plausibility - Math.max(rival?.plausibility ?? 0, 0);
  return { charset: best.charset, confidence: Math.min(best.plausibility, 1) * Math.min(1, 0.5 + 2 * lead) };
}

function readInCodePages(sample: Uint8Array): Reading[] {
  return CODE_PAGES.flatMap((charset) => {
    const text = decodeAs(charset, sample);
    const seen = look(text);
    const total = seen.letters + seen.bad;
    if (total === 0) return seen.marks === 0 ? [] : [{ charset, text, plausibility: MARKS_ALONE, rank: 0 }];
    let [plausibility, rank] = [-Infinity, 0];
    for (const [at, { letters }] of ALPHABETS.entries()) {
      let fit = 0;
      for (const [letter, count] of seen.counts) {
        const place = letters.indexOf(letter);
        fit += count * (place < 0 ? -COSTS.foreign : 1 - (RARE * place) / Math.max(letters.length, FEW));
      }
      const score = (fit - seen.cost) / total - (UNUSUAL.get(charset) ?? 0);
      if (score > plausibility) [plausibility, rank] = [score, at];
    }
    return [{ charset, text, plausibility, rank }];
  });
}

/** Charsets with several bytes a character, which the frequency of their characters tells. */
const WIDE = new Set(['Shift_JIS', 'EUC-JP', 'GB18030', 'Big5', 'EUC-KR', 'ISO-2022-JP', 'ISO-2022-KR', 'ISO-2022-CN']);
/** What a text of few characters has without any frequent one, and of how many characters on it loses of that. */
const SHORT = { confidence: 0.7, characters: 40, lossAt: 400 };

function readInWideCharsets(sample: Uint8Array): Reading[] {
  return analyse(sample).flatMap(({ name, confidence }) => {
    if (!WIDE.has(name)) return [];
    const text = decodeAs(name, sample);
    // A Latin text in a code page reads as one such character after a letter here and there.
    const wide = text.match(/\P{ASCII}/gu)?.length ?? 0;
    const odd = text.match(/[A-Za-z](?=\P{ASCII})|\ufffd/gu)?.length ?? 0;
    // Chinese in bytes of Shift-JIS reads as such katakana, which Japanese has now and then.
    const narrow = (text.match(/[\uff61-\uff9f]/g)?.length ?? 0) / 2;
    const apart = wide === 0 ? 0 : Math.max(0, 1 - (odd + narrow) / wide);
    const loss = Math.max(0, wide - SHORT.characters) / SHORT.lossAt;
    const unproven = Math.max(0, SHORT.confidence - loss);
    const frequent = unproven + (1 - unproven) * (confidence / 100);
    return [{ charset: name.toLowerCase(), text, plausibility: frequent * apart - (1 - apart), rank: 0 }];
  });
}

interface Seen {
  /** How often each letter beyond ASCII occurs, as a small letter. */
  readonly counts: ReadonlyMap<string, number>;
  readonly letters: number;
  /** Marks such as quotation marks and dashes. */
  readonly marks: number;
  /** Characters that cannot be meant. */
  readonly bad: number;
  readonly cost: number;
}

const LETTER = /^[\p{L}\p{M}]$/u;
/** A text has few characters that differ, and many of each. */
const known = new Map<string, boolean>();
function isLetter(character: string): boolean {
  let is = known.get(character);
  if (is === undefined) known.set(character, (is = LETTER.test(character)));
  return is;
}
const isSmall = (character: string): boolean => character !== character.toUpperCase();
const isCapital = (character: string): boolean => character !== character.toLowerCase();
const isLatin = (character: string): boolean => character < 'Ͱ' || (character >= 'Ḁ' && character <= 'ỿ');

function look(text: string): Seen {
  const counts = new Map<string, number>();
  let [letters, marks, bad, cost] = [0, 0, 0, 0];
  let before = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const previous = before;
    before = character;
    const isWide = character > '\u007f';
    if (!isWide && previous <= '\u007f') continue;
    if (!isLetter(character)) {
      if (!isWide) continue;
      const isWithin = isLetter(previous) && isLetter(text.charAt(at + 1)) && character !== '’';
      if (isWithin) cost += COSTS.within;
      else if (!PUNCTUATION.has(character)) cost += COSTS.impossible;
      if (isWithin || !PUNCTUATION.has(character)) bad++;
      else marks++;
      continue;
    }
    if (isWide) {
      letters++;
      const small = character.toLowerCase();
      counts.set(small, (counts.get(small) ?? 0) + 1);
    }
    if (!isLetter(previous)) continue;
    if (isSmall(previous) && isCapital(character)) cost += COSTS.flipped;
    if (isLatin(previous) !== isLatin(character)) cost += COSTS.mixed;
  }
  return { counts, letters, marks, bad, cost };
}
