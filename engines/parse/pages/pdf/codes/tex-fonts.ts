/** Meaning of the characters of TeX's fonts of formulas whose glyphs have no name that PDFium knows. */

/** Each has 128 characters, 16 a line; a space is a piece of a larger sign, which means nothing by itself. */
const SYMBOLS =
  '−·×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•' +
  '≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻' +
  '←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝' +
  '′∞∈∋△▽/↦∀∃¬∅ℜℑ⊤⊥' +
  'ℵABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZ∪∩⊎∧∨' +
  '⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀' +
  '√∐∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠';
const LETTERS =
  'ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ' +
  'ζηθικλμνξπρστυϕχ' +
  'ψωεϑϖϱςφ↼⇀↽⇁  ▷◁' +
  '0123456789.,</>⋆' +
  '∂ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZ♭♮♯⌣⌢' +
  'ℓabcdefghijklmno' +
  'pqrstuvwxyzıȷ℘  ';
const LARGE =
  '()[]⌊⌋⌈⌉{}⟨⟩|∥/\\' +
  '()()[]⌊⌋⌈⌉{}⟨⟩/\\' +
  '()[]⌊⌋⌈⌉{}⟨⟩/\\/\\' +
  '⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐' +
  '⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂' +
  '∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁' +
  '∐∐      []⌊⌋⌈⌉{}' +
  '√√√√√⎷⏐ ∥↑↓    ⇑';

/** Computer Modern and Latin Modern, by the names of their fonts. */
const FONTS: readonly (readonly [name: RegExp, characters: string])[] = [
  [/^cmb?sy\d|^lmmathsymbols/i, SYMBOLS],
  [/^cmmib?\d|^lmmathitalic/i, LETTERS],
  [/^cmex\d|^lmmathextension/i, LARGE],
];

/** What the character with this number means; `null` when that is not known. */
export function texMeaning(number: number, font: string): number | null {
  const characters = FONTS.find(([name]) => name.test(font))?.[1];
  const character = characters?.[number];
  return character === undefined || character === ' ' ? null : (character.codePointAt(0) ?? null);
}
