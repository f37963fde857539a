import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOnPage, uprightWords, withoutCopies } from '../../../../../engines/parse/pages/pdf/words.ts';
import type { Glyph } from '../../../../../engines/parse/pages/page/glyph.ts';
import { NO_MONOSPACE } from '../../../../../engines/parse/pages/page/monospace-fonts.ts';
import { glyphsOf } from '../../../../support/documents/glyphs.ts';
import { wordsOf } from '../../../../support/documents/words.ts';

const textsOf = (run: readonly (Glyph | null)[]): string[] =>
  uprightWords(run, NO_MONOSPACE, []).map(({ text }) => text);

describe('words', () => {
  it('end at spaces, in the file or generated', () => {
    assert.deepEqual(textsOf(glyphsOf('tide mill', 72)), ['tide', 'mill']);
    assert.deepEqual(textsOf([...glyphsOf('tide', 72), null, ...glyphsOf('mill', 92)]), ['tide', 'mill']);
  });

  it('end at a gap of more than .25 em, and record the word that they follow without a space', () => {
    assert.deepEqual(textsOf([...glyphsOf('tide', 72), ...glyphsOf('mill', 92 + 2.4)]), ['tidemill']);
    const [first, second] = uprightWords([...glyphsOf('tide', 72), ...glyphsOf('mill', 92 + 2.6)], NO_MONOSPACE, []);
    assert.deepEqual([first?.text, second?.text, second?.follows?.text], ['tide', 'mill', 'tide']);
    assert.equal(uprightWords(glyphsOf('tide mill', 72), NO_MONOSPACE, [])[1]?.follows, null);
  });

  it('are spaced by a space without width, not by one that is taken back', () => {
    const spaceOf = (width: number): Glyph[] => glyphsOf(' ', 92, { x1: 92 + width });
    const second = (width: number, x: number): boolean | undefined =>
      uprightWords([...glyphsOf('tide', 72), ...spaceOf(width), ...glyphsOf('mill', x)], NO_MONOSPACE, [])[1]?.spaced;
    assert.deepEqual([second(0, 92), second(2.5, 94.5), second(2.5, 92)], [true, true, false]);
  });

  it('of monospaced fonts end at a missing letter, whatever spaces PDFium generates', () => {
    const run = [...glyphsOf('mill', 72), null, ...glyphsOf('turn', 92)];
    assert.deepEqual(
      uprightWords(run, new Map([['body', 0.5]]), []).map(({ text }) => text),
      ['millturn'],
    );
    const apart = [...glyphsOf('mill', 72), ...glyphsOf('turn', 92 + 5)];
    assert.equal(uprightWords(apart, new Map([['body', 0.5]]), []).length, 2);
  });

  it('keep subscripts, up to .6 em below', () => {
    assert.deepEqual(textsOf([...glyphsOf('H', 72), ...glyphsOf('2', 77, { baseline: 105.9 })]), ['H2']);
    assert.deepEqual(textsOf([...glyphsOf('H', 72), ...glyphsOf('2', 77, { baseline: 106.1 })]), ['H', '2']);
  });

  it('contain all letters of a ligature, which share an origin', () => {
    const shared = glyphsOf('ffi', 82).map((glyph) => ({ ...glyph, x0: 82, x1: 93, inkX1: 93, originX: 82 }));
    assert.deepEqual(textsOf([...glyphsOf('st', 72), ...shared, ...glyphsOf('ng', 94)]), ['stffing']);
    assert.deepEqual(textsOf(glyphsOf('\ufb01ne', 72)), ['fine']);
  });

  it('end where the marked content ends: it may be a table cell', () => {
    const run = [...glyphsOf('12', 72, {}, { mcid: 1 }), ...glyphsOf('34', 82, {}, { mcid: 2 })];
    assert.deepEqual(textsOf(run), ['12', '34']);
  });

  it('have the address of their link', () => {
    const links = [{ x0: 70, y0: 90, x1: 100, y1: 104, href: 'https://example.org/' }];
    const words = uprightWords(glyphsOf('tide mill', 72), NO_MONOSPACE, links);
    assert.deepEqual(
      words.map(({ href }) => href),
      ['https://example.org/', null],
    );
  });
});

describe('visible words', () => {
  it('are neither printed twice at one place nor outside the page', () => {
    const words = [
      ...wordsOf('shadow', 72, 100),
      ...wordsOf('shadow', 72.4, 100.4),
      ...wordsOf('clipped', 72, 798),
      ...wordsOf('bleeding', 72, 796),
    ];
    assert.deepEqual(
      withoutCopies(words)
        .filter((word) => isOnPage(word, { width: 612, height: 792 }))
        .map(({ text }) => text),
      ['shadow', 'bleeding'],
    );
  });
});
