import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParseOptions } from '../../../../../engines/parse/options.ts';
import type { Glyph, TextStyle } from '../../../../../engines/parse/pages/page/glyph.ts';
import { NO_MONOSPACE } from '../../../../../engines/parse/pages/page/monospace-fonts.ts';
import { documentStyle, isCode } from '../../../../../engines/parse/pages/survey/document-style.ts';
import { monospaceSurvey } from '../../../../../engines/parse/pages/survey/monospace.ts';
import { runningWords } from '../../../../../engines/parse/pages/survey/running-heads.ts';
import { emptySurvey, surveyPage } from '../../../../../engines/parse/pages/survey/survey.ts';
import { textLinesOf } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import { linesOf, pageOf, wordsOf } from '../../../../support/documents/words.ts';

const styleOf = (...pages: Word[][]) => {
  const survey = emptySurvey();
  for (const words of pages) surveyPage(survey, words, 792);
  const twice = [1, 3, 1].map((level) => ({ title: 'Tides', level }));
  return documentStyle(survey, [{ title: '2 Of  Mills', level: 2 }, ...twice], NO_MONOSPACE);
};

const BODY = ['The water that the gate has let in is kept', 'until the tide is low enough for the wheel.'];

describe('the style of a document', () => {
  it('is that of most of its characters, to half a point', () => {
    const style = styleOf([
      ...wordsOf('Tide mills', 72, 100, { size: 18, font: 'head' }),
      ...linesOf(BODY, 72, 140, { size: 10.2 }),
    ]);
    assert.deepEqual([style.bodySize, style.bodyFont, style.mostlyBold], [10, 'body', false]);
  });

  it('treats fonts with fewer than 200 characters as rare', () => {
    const style = styleOf([
      ...wordsOf('n'.repeat(199), 72, 100, { font: 'signs' }),
      ...wordsOf('x'.repeat(200), 72, 120),
    ]);
    assert.deepEqual([...style.rareFonts], ['signs']);
  });

  it('knows the titles of the outline whatever their numbers and spaces', () => {
    assert.equal(styleOf(wordsOf('text', 72, 100)).outline.get('# of mills'), 2);
  });

  it('does not know the level of a title that the outline has at several', () => {
    assert.equal(styleOf(wordsOf('text', 72, 100)).outline.get('tides'), 'by style');
  });

  it('treats monospaced text as code unless more than .6 of the document is monospaced', () => {
    const style = (mono: number) => {
      const survey = emptySurvey();
      surveyPage(
        survey,
        [...wordsOf('m'.repeat(mono), 72, 100, { font: 'mono' }), ...wordsOf('t'.repeat(100 - mono), 72, 120)],
        792,
      );
      return documentStyle(survey, [], new Map([['mono', 0.6]]));
    };
    const [line] = textLinesOf(wordsOf('mill.turn(tide);', 72, 100, { font: 'mono' }));
    assert.ok(line !== undefined);
    assert.deepEqual([isCode(line, style(60)), isCode(line, style(61))], [true, false]);
  });
});

describe('running heads', () => {
  const page = (number: number, head = 'Annals of milling') => [
    ...wordsOf(head, 72, 40),
    ...linesOf(BODY, 72, 120),
    ...wordsOf(String(number), 300, 760),
  ];
  const dropped = (
    words: Word[],
    style: ReturnType<typeof styleOf>,
    headers: ParseOptions['headers'] = 'drop',
    number = 1,
  ) => [...runningWords(pageOf(words), style, headers, number)].map(({ text }) => text).join(' ');

  it('are lines at the edge of pages that repeat, whatever their numbers, and page numbers', () => {
    const style = styleOf(page(1), page(2), page(3));
    assert.equal(dropped(page(3), style), 'Annals of milling 3');
    assert.equal(dropped(page(3, 'Another line'), style), '3');
  });

  it('are kept on page 1 without page numbers, on all pages or on none', () => {
    const style = styleOf(page(1), page(2), page(3));
    const first = [dropped(page(1), style, 'first', 1), dropped(page(2), style, 'first', 2)];
    assert.deepEqual(first, ['1', 'Annals of milling 2']);
    const ofYear = page(1, '2021 Annals of milling');
    assert.equal(dropped(ofYear, styleOf(ofYear, ofYear), 'first', 1), '1');
    assert.deepEqual(
      [dropped(page(2), style, 'keep', 2), dropped(page(1), style, 'drop', 1)],
      ['', 'Annals of milling 1'],
    );
  });

  it('of a lone page are what stands apart from its text, if none are wanted', () => {
    const lone = (foot: number, size: number): Word[] => [
      ...wordsOf('Annals of milling', 72, 40),
      ...linesOf(BODY, 72, 700 - 12 * BODY.length),
      ...wordsOf('Tide Press', 72, foot, { size }),
      ...wordsOf('Printed in Hull', 72, 770, { size }),
    ];
    const rows: [foot: number, size: number, dropped: string][] = [
      [745, 10, 'Annals of milling Printed in Hull Tide Press'],
      [738, 12, 'Annals of milling Printed in Hull Tide Press'],
      [745, 14, 'Annals of milling'],
    ];
    for (const [foot, size, words] of rows) {
      const texts = lone(foot, size);
      assert.equal(dropped(texts, styleOf(texts)), words);
      assert.equal(dropped(texts, styleOf(texts), 'first'), '');
      assert.equal(dropped(texts, styleOf(texts, linesOf(BODY, 72, 120))), '');
    }
    const title = [...wordsOf('Tide mills', 72, 40, { size: 12 }), ...linesOf(BODY, 72, 120)];
    assert.equal(dropped(title, styleOf(title)), '');
  });

  it('may be up to three times as large as the body in the outer .08, and 1.3 times elsewhere', () => {
    const at = (baseline: number, size: number) => {
      const words = [...wordsOf('Annals of milling', 72, baseline, { size }), ...linesOf(BODY, 72, 200)];
      return dropped(words, styleOf(words, words, words));
    };
    assert.deepEqual([at(60, 30), at(60, 31)], ['Annals of milling', '']);
    assert.deepEqual([at(90, 13), at(90, 14)], ['Annals of milling', '']);
  });

  it('are no headings that repeat but for a number, unless that is the number of the page', () => {
    const chapter = (number: number, look: object) => [
      ...wordsOf(`Chapter ${number}`, 72, 60, look),
      ...linesOf(BODY, 72, 120),
    ];
    const [large, bold] = [{ size: 16 }, { bold: true }];
    const between = Array.from({ length: 3 }, () => linesOf(BODY, 72, 120));
    const apart = (look: object) => [4, 5, 6].flatMap((number) => [chapter(number, look), ...between]);
    for (const look of [large, bold]) assert.equal(dropped(chapter(5, look), styleOf(...apart(look))), '');
    const each = (look: object) => styleOf(...[1, 2, 3].map((number) => chapter(number, look)));
    assert.equal(dropped(chapter(1, large), each(large)), '');
    assert.equal(dropped(chapter(2, bold), each(bold)), 'Chapter 2');
    assert.equal(dropped(chapter(7, large), styleOf(chapter(7, large), chapter(7, large))), 'Chapter 7');
  });

  it('need both pages of two, or three of many', () => {
    assert.equal(dropped(page(2), styleOf(page(1), page(2))), 'Annals of milling 2');
    const others = ['Corn', 'Wood', 'Wind', 'Rain'].map((head, index) => page(index + 3, head));
    assert.equal(dropped(page(2), styleOf(page(1), page(2), ...others)), '2');
    assert.equal(dropped(page(2), styleOf(page(1), page(2), page(9), ...others)), 'Annals of milling 2');
  });

  it('lie in the outer .12 of the page', () => {
    const at = (baseline: number) => [...wordsOf('Annals of milling', 72, baseline), ...linesOf(BODY, 72, 200)];
    assert.equal(dropped(at(94), styleOf(at(94), at(94), at(94))), 'Annals of milling');
    assert.equal(dropped(at(96), styleOf(at(96), at(96), at(96))), '');
  });

  it('are no rows that differ in their numbers and go on over pages', () => {
    const rows = (first: number): Word[] =>
      Array.from({ length: 36 }, (_, row) => [
        ...wordsOf(`r${first + row}`, 72, 50 + row * 20),
        ...wordsOf(String((first + row) * 7919), 172, 50 + row * 20),
      ]).flat();
    const style = styleOf(rows(100), rows(136), rows(172));
    assert.equal(dropped(rows(136), style), '');
    const apart = (page: number): Word[] => [
      ...wordsOf(`Sheet ${page}`, 72, 70),
      ...rows(page * 100).filter(({ baseline }) => baseline > 100),
    ];
    assert.equal(dropped(apart(2), styleOf(apart(1), apart(2), apart(3))), 'Sheet 2');
    const letterhead = (page: number): Word[] => [
      ...linesOf(BODY, 72, 120),
      ...linesOf(['Eling Tide Mill', '1 The Toll Bridge', `Seite ${page} von 3`], 72, 720),
    ];
    const foot = 'Seite 2 von 3 1 The Toll Bridge Eling Tide Mill';
    assert.equal(dropped(letterhead(2), styleOf(letterhead(1), letterhead(2), letterhead(3))), foot);
  });

  it('are neither the header of a table nor the start of a sentence', () => {
    const table = [...wordsOf('Mill', 72, 80), ...wordsOf('Built', 172, 80), ...wordsOf('Power', 272, 80)];
    const rows = [...wordsOf('Eling', 72, 100), ...wordsOf('1418', 172, 100), ...wordsOf('12', 272, 100)];
    assert.equal(dropped([...table, ...rows], styleOf([...table, ...rows], [...table, ...rows], table)), '');
    const item = [
      ...wordsOf('Eling mill and its', 72, 100),
      ...rows.map((word) => ({ ...word, baseline: 112, y0: 104, y1: 114 })),
    ];
    assert.equal(dropped([...table, ...item], styleOf([...table, ...item], [...table, ...item], table)), '');
    const sentence = linesOf(['The mill that is described here was', 'driven by the tide.'], 72, 88);
    assert.equal(dropped(sentence, styleOf(sentence, sentence, sentence)), '');
  });
});

describe('monospaced fonts', () => {
  const style = (font: string, mono = false): TextStyle => ({
    font,
    bold: false,
    mono,
    mcid: -1,
    invisible: false,
    fontSize: 10,
    direction: 0,
  });
  const run = (text: string, advance: (letter: string) => number, mono = false): Glyph[] => {
    const shared = style('f', mono);
    let originX = 72;
    return Array.from(text, (letter) => {
      const glyph = {
        text: letter,
        blank: false,
        unmapped: false,
        rightToLeft: false,
        originX,
        baseline: 100,
        angle: 0,
        style: shared,
      };
      originX += advance(letter);
      return { ...glyph, x0: glyph.originX, x1: originX, y0: 92, y1: 102, inkX0: glyph.originX, inkX1: originX };
    });
  };
  const fontsOf = (glyphs: Glyph[]) => {
    const survey = monospaceSurvey();
    survey.add(glyphs);
    return survey.fonts();
  };

  it('have one advance width, measured over 8 characters including a narrow and a wide one', () => {
    assert.equal(
      fontsOf(run('abcdefim.', () => 6))
        .get('f')
        ?.toFixed(2),
      '0.60',
    );
    assert.equal(fontsOf(run('abcim.', () => 6)).has('f'), false);
    assert.equal(fontsOf(run('abcdefghno', () => 6)).has('f'), false);
  });

  it('are not trusted when the widths of their letters differ', () => {
    const wide = (letter: string): number => ('mw'.includes(letter) ? 8 : 'il.'.includes(letter) ? 3 : 5);
    assert.equal(fontsOf(run('abcdefim.', wide, true)).has('f'), false);
    assert.equal(fontsOf(run('abc', wide, true)).get('f'), null);
  });
});
