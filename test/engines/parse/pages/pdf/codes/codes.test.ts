import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meaningOf } from '../../../../../../engines/parse/pages/pdf/codes/private-characters.ts';
import { texMeaning } from '../../../../../../engines/parse/pages/pdf/codes/tex-fonts.ts';
import { mapGlyphNumbers } from '../../../../../../engines/parse/pages/pdf/codes/unmapped.ts';
import { STYLE } from '../../../../../support/documents/glyphs.ts';
import { parse } from '../../../../../support/documents/parse-pdf.ts';
import { makePdf } from '../../../../../support/documents/pdf.ts';

/** Characters whose codes are those of the text, moved by `shift`. */
const codesOf = (text: string, shift: number, unmapped = true) =>
  Array.from(text, (letter, index) => ({ index, code: (letter.codePointAt(0) ?? 0) + shift, unmapped, style: STYLE }));

const textOf = (characters: ReturnType<typeof mapGlyphNumbers>): string =>
  characters.map((character) => String.fromCodePoint(character?.code ?? 0)).join('');

describe('glyph numbers', () => {
  it('of fonts in standard order become text, with the accents of Mac Roman', () => {
    assert.equal(textOf(mapGlyphNumbers(codesOf('The mill turns at high water', -29))), 'The mill turns at high water');
    const summer = codesOf('En t', -29);
    const e = { index: 9, code: 98 + 0x0e, unmapped: true, style: STYLE };
    assert.equal(textOf(mapGlyphNumbers([...summer, e, ...codesOf(' la', -29)])), 'En té la');
  });

  it('of fonts whose space is the first glyph become text', () => {
    assert.equal(textOf(mapGlyphNumbers(codesOf('The mill turns at high water', -31))), 'The mill turns at high water');
  });

  it('that make no text stay as they are, as do characters that are mapped', () => {
    const scrambled = codesOf('Qxk vzj wq', -29);
    assert.deepEqual(mapGlyphNumbers(scrambled), scrambled);
    const mapped = codesOf('The mill turns', -29, false);
    assert.deepEqual(mapGlyphNumbers(mapped), mapped);
    assert.equal(textOf(mapGlyphNumbers(codesOf('The mill turns', 0))), 'The mill turns');
  });

  it('are characters where the characters of Unicode make text, also with accents and in Cyrillic', () => {
    for (const text of [
      'Uvoln\u011bn\u00ed vinkulace',
      '\u0432\u043e\u0434\u044f\u043d\u0430\u044f \u043c\u0435\u043b\u044c\u043d\u0438\u0446\u0430',
    ]) {
      const mapped = mapGlyphNumbers(codesOf(text, 0));
      assert.equal(textOf(mapped), text);
      assert.ok(mapped.every((character) => character?.unmapped === false));
    }
  });

  it('beyond the standard order are unknown', () => {
    const foreign = { index: 9, code: 900, unmapped: true, style: STYLE };
    assert.equal(textOf(mapGlyphNumbers([...codesOf('the tide', -29), foreign])), 'the tide\ufffd');
  });
});

describe('private characters', () => {
  const meaning = (code: number, font: string): string => String.fromCodePoint(meaningOf(code, font));

  it('of Symbol and Wingdings are those that the fonts show', () => {
    assert.equal([0xf061, 0xf0a3, 0xf0e5].map((code) => meaning(code, 'SymbolMT')).join(''), 'α≤∑');
    assert.equal([0xf0a7, 0xf0fc, 0xf0d8].map((code) => meaning(code, 'Wingdings-Regular')).join(''), '▪✓➢');
    assert.equal(meaning(0xf061, 'Icons'), '\uf061');
    assert.equal([0xf0a8, 0xf0fd, 0xf0fe].map((code) => meaning(code, 'Wingdings-Regular')).join(''), '☐☒☑');
    assert.equal([0xf050, 0xf0a3].map((code) => meaning(code, 'Wingdings2')).join(''), '✓☐');
    assert.equal(meaning(0xf061, 'Webdings'), '✔');
  });

  it('of Adobe are small capitals, digits and pieces of brackets', () => {
    assert.equal([0xf761, 0xf731, 0xf8f1].map((code) => meaning(code, 'Serif')).join(''), 'A1⎧');
  });

  it('between 0x80 and 0x9f are those of Windows-1252', () => {
    assert.equal([0x80, 0x93, 0x95].map((code) => meaning(code, 'Serif')).join(''), '€“•');
    assert.equal(meaning(0x93, 'Wingdings3'), '\u0093');
  });
});

describe('characters of TeX without a name', () => {
  const meaning = (number: number, font: string): string | null => {
    const code = texMeaning(number, font);
    return code === null ? null : String.fromCodePoint(code);
  };

  it('are those of the encodings of its fonts of formulas', () => {
    assert.deepEqual(
      [0x01, 0x14, 0x32, 0x70, 0x7f].map((number) => meaning(number, 'CMSY10')),
      ['·', '≤', '∈', '√', '♠'],
    );
    assert.deepEqual(
      [0x0b, 0x1c, 0x40, 0x60].map((number) => meaning(number, 'CMMI8')),
      ['α', 'τ', '∂', 'ℓ'],
    );
    assert.deepEqual(
      [0x50, 0x53, 0x5a, 0x7f].map((number) => meaning(number, 'CMEX10')),
      ['∑', '⋃', '∫', '⇑'],
    );
    assert.equal(meaning(0x11, 'LMMathSymbols10-Regular'), '≡');
  });

  it('stay unknown in other fonts, and where they are pieces', () => {
    assert.deepEqual([meaning(0x53, 'CMR10'), meaning(0x62, 'CMEX10'), meaning(0x90, 'CMSY10')], [null, null, null]);
  });

  it('are read from the page', async () => {
    const pdf = Buffer.from(makePdf([{ text: [{ x: 72, y: 100, text: '\x14 \x15 \x03', font: 'bold' }] }]));
    const font = pdf
      .toString('latin1')
      .replace('/BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding', '/BaseFont /CMSY10'.padEnd(52));
    assert.equal((await parse(Buffer.from(font, 'latin1'))).markdown, '≤ ≥ ∗\n');
  });
});
