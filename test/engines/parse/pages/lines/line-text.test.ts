import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockText, joinLines, lineText } from '../../../../../engines/parse/pages/lines/line-text.ts';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { linksOf } from '../../../../../engines/parse/pages/lines/links.ts';
import { linesOf, wordsOf } from '../../../../support/documents/words.ts';

describe('the text of a line', () => {
  it('joins what only kerning separates: less than .08 em', () => {
    const [word, gap] = [wordsOf('Tide', 72, 100), 72 + 20];
    assert.equal(lineText([...word, ...wordsOf('mill', gap + 0.7, 100)]), 'Tidemill');
    assert.equal(lineText([...word, ...wordsOf('mill', gap + 0.9, 100)]), 'Tide mill');
  });

  it('separates words at a space without width, unless one follows every letter', () => {
    const spaced = (text: string, x: number) => wordsOf(text, x, 100).map((word) => ({ ...word, spaced: true }));
    assert.equal(lineText([...wordsOf('Tide', 72, 100), ...spaced('mill', 92)]), 'Tide mill');
    assert.equal(
      lineText([...wordsOf('T', 72, 100), ...spaced('i', 77), ...spaced('d', 82), ...spaced('e', 87)]),
      'Tide',
    );
  });

  it('joins the letters of a spaced title, unless they are an alphabet, variables or of both cases', () => {
    const title = [...wordsOf('T I D E', 72, 100), ...wordsOf('M I L L:', 112, 100)];
    assert.equal(lineText(title), 'TIDE MILL:');
    assert.equal(lineText(wordsOf('m e t h o d', 72, 100)), 'method');
    for (const text of ['A B C D', 'W H O', 'X X X X', 'ㄱ ㅁ ㅑ ㅡ', 'x y u v', 'à À â Â ä Ä', 'T I D E mill']) {
      assert.equal(lineText(wordsOf(text, 72, 100)), text);
    }
    const cells = Array.from('WEIR').flatMap((letter, index) => wordsOf(letter, 72 + 20 * index, 100));
    assert.equal(lineText(cells), 'W E I R');
  });

  it('has one character for quotation marks of two', () => {
    assert.equal(lineText(wordsOf('‘‘tide’’ mill’s', 72, 100)), '“tide” mill’s');
  });

  it('separates words that overlap by more than .3 em: they are printed over each other', () => {
    assert.equal(lineText([...wordsOf('Tide', 72, 100), ...wordsOf('mill', 72 + 20 - 3.1, 100)]), 'Tide mill');
    assert.equal(lineText([...wordsOf('Tide', 72, 100), ...wordsOf('mill', 72 + 20 - 2.9, 100)]), 'Tidemill');
  });

  it('runs from the right when most letters do, numbers and Latin words inside from the left', () => {
    const words = [...wordsOf('אבג', 160, 100), ...wordsOf('go on', 110, 100), ...wordsOf('דהו', 72, 100)];
    assert.equal(lineText(words), 'אבג go on דהו');
  });
});

describe('the text of lines', () => {
  const join = (...lines: string[]) => joinLines(lines, new Set(['sheet']));

  it('has spaces between words, but none within a word or in scripts without spaces', () => {
    assert.equal(join('the mill', 'turns'), 'the mill turns');
    assert.equal(join('the ma-', 'chine turns'), 'the machine turns');
    assert.equal(join('潮汐', '水车'), '潮汐水车');
  });

  it('keep the hyphens of codes, numbers, ranges, names, compounds and addresses', () => {
    const kept = [
      '2031-|77',
      'the A5-|sheet of',
      'WR-|88-K',
      '2031-|2033',
      'A5-|paper',
      'T-|beam',
      'North-|East',
      'end-of-the-|line work',
    ];
    for (const lines of [
      ...kept,
      '40.00-|60.00',
      '12–|14',
      'www.mill.example/tide-|tables',
      'tide-|mill@mill.example',
    ]) {
      assert.equal(join(...lines.split('|')), lines.replace('|', ''));
    }
    assert.equal(join('upper-', 'and lower wheels'), 'upper- and lower wheels');
    assert.equal(join('a gate -', 'new'), 'a gate - new');
  });

  it('keep or drop a hyphen as the document writes the word elsewhere', () => {
    const words = new Set(['tide-wheel', 'millpond']);
    assert.equal(joinLines(['the tide-', 'wheel of'], words), 'the tide-wheel of');
    assert.equal(joinLines(['The Mill-', 'Pond'], words), 'The MillPond');
    assert.equal(joinLines(['the tide-', 'way of'], words), 'the tideway of');
  });

  it('of a cell comes from its lines', () => {
    assert.equal(blockText(linesOf(['Rebuilt after', 'the storm'], 72, 100), NO_VOCABULARY), 'Rebuilt after the storm');
  });
});

describe('links', () => {
  it('continue over a line end when both words have the same address', () => {
    const linked = (text: string, x: number, href: string | null) =>
      wordsOf(text, x, 100).map((word) => ({ ...word, href }));
    const lines = [
      [...linked('see', 72, null), ...linked('the history', 100, 'https://a.org')],
      [...linked('of mills', 72, 'https://a.org'), ...linked('and rivers', 120, 'https://b.org')],
    ];
    assert.deepEqual(linksOf(lines, NO_VOCABULARY), [
      { href: 'https://a.org', text: 'the history of mills' },
      { href: 'https://b.org', text: 'and rivers' },
    ]);
  });
});
