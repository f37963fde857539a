/** Classifies characters and words by script. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u024f\u0370-\u052f\u1100-\uffdc]/;
const LATIN = /[A-Za-z\u00c0-\u024f]/;
const ARABIC = /[\u0600-\u06ff\ufb50-\ufeff]/;
/** Letters and digits that keep their left-to-right order inside right-to-left text. */
const EMBEDDED = /[0-9A-Za-z\u0660-\u0669\u06f0-\u06f9\u00c0-\u024f]/;
/** Vowel marks, which are placed over or under the previous letter. */
const MARK = /[\u064b-\u065f\u0670\u0591-\u05c7]/;
const KANA_OR_HAN = /[\u3040-\u30ff\u3400-\u9fff]/;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
export const isLeftToRight = (text: string): boolean => LEFT_TO_RIGHT.test(text);
export const isLatin = (text: string): boolean => LATIN.test(text);
export const isArabic = (text: string): boolean => ARABIC.test(text);
export const isEmbedded = (text: string): boolean => EMBEDDED.test(text);
export const isVowelMark = (text: string): boolean => MARK.test(text);
/** Written without spaces between words: kana and Chinese characters. */
export const isKanaOrHan = (text: string): boolean => KANA_OR_HAN.test(text);
export const isAlef = (text: string): boolean => /[\u0622\u0623\u0625\u0627]/.test(text);
export const isLam = (text: string): boolean => text === '\u0644';
