import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockOf } from '../../../../../engines/parse/pages/layout/blocks.ts';
import type { Block } from '../../../../../engines/parse/pages/layout/blocks.ts';
import { headingLevels } from '../../../../../engines/parse/pages/layout/headings.ts';
import { contentOf } from '../../../../../engines/parse/pages/layout/page-content.ts';
import { withPictures } from '../../../../../engines/parse/pages/layout/place-pictures.ts';
import { blocksOf } from '../../../../../engines/parse/pages/layout/text-blocks.ts';
import type { TextBlock } from '../../../../../engines/parse/pages/layout/text-blocks.ts';
import { NO_VOCABULARY } from '../../../../../engines/parse/pages/lines/hyphens.ts';
import { textLinesOf } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import type { DocumentStyle } from '../../../../../engines/parse/pages/survey/document-style.ts';
import { documentOfPages } from '../../../../../engines/parse/pages/write/document.ts';
import { linesOf, pageOf, STYLE, wordsOf } from '../../../../support/documents/words.ts';

const textBlocks = (words: readonly Word[], style: DocumentStyle = STYLE): TextBlock[] =>
  blocksOf({ lines: textLinesOf(words), tables: [] }, { rules: [], structure: null, style }).flatMap((block) =>
    block.kind === 'text' ? [block] : [],
  );
const texts = (words: readonly Word[]): string[] => textBlocks(words).map(({ text }) => text);
const blocks = (words: readonly Word[], style: DocumentStyle = STYLE, number = 2): Block[] => {
  const laidOut = textBlocks(words, style);
  const levels = headingLevels(laidOut, style, { number, width: 612 });
  return laidOut.map((block) => blockOf(block, levels.get(block) ?? null, NO_VOCABULARY));
};
const kinds = (words: readonly Word[], style: DocumentStyle = STYLE, number = 2): string[] =>
  blocks(words, style, number).map(({ kind }) => kind);

const PLACE = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 1 };

/** Full lines of one width, then a short one. */
const PARAGRAPH = ['the water that the gate has let in is', 'kept until the tide of the sea is low', 'enough'];
const ENDED = ['the water that the gate has let in is', 'kept until the tide of the sea is low', 'enough.'];

describe('paragraphs', () => {
  it('end at a pitch of more than 1.25 of the leading, or 1.3 em', () => {
    const lines = linesOf([...PARAGRAPH.slice(0, 2), ...PARAGRAPH.slice(0, 1)], 72, 100);
    const after = (pitch: number) => [...lines, ...wordsOf('and the wheel turns with it as it', 72, 124 + pitch)];
    assert.equal(texts(after(14.9)).length, 1);
    assert.equal(texts(after(15.1)).length, 2);
  });

  it('end where the size or the weight changes', () => {
    const next = (look: object) => [
      ...linesOf(PARAGRAPH.slice(0, 2), 72, 100),
      ...wordsOf('and the wheel turns with it as', 72, 124, look),
    ];
    assert.deepEqual([texts(next({ size: 10.5 })).length, texts(next({ size: 10.8 })).length], [1, 2]);
    assert.equal(texts(next({ bold: true })).length, 2);
  });

  it('continue with bold words that a line break splits', () => {
    const opened = [
      ...wordsOf('the water that the gate has let', 72, 112),
      ...wordsOf('Into', 236, 112, { bold: true }),
    ];
    const rest = wordsOf('The Mill Pond of the Sea', 72, 124, { bold: true });
    assert.equal(texts([...linesOf(PARAGRAPH.slice(0, 1), 72, 100), ...opened, ...rest]).length, 1);
  });

  it('end with a short line that ends a sentence, or where a first line is indented', () => {
    const next = linesOf(['The mill turns while the water of the'], 72, 136);
    assert.equal(texts([...linesOf(ENDED, 72, 100), ...next]).length, 2);
    const full = [...linesOf([...PARAGRAPH.slice(0, 1), 'kept until the tide of the sea is no.'], 72, 100)];
    const indented = (x: number) => [...full, ...wordsOf('the mill turns while the water of', x, 124)];
    assert.deepEqual([texts(indented(80)).length, texts(indented(82)).length], [1, 2]);
  });

  it('end where the next word would have fitted, unless it continues in lower case', () => {
    const broken = (word: string) => [
      ...linesOf([...PARAGRAPH.slice(0, 2), 'of a'], 72, 100),
      ...wordsOf(`${word} that is kept until it is`, 72, 136),
    ];
    assert.deepEqual([texts(broken('Water')).length, texts(broken('water')).length], [2, 1]);
    const code = [
      ...linesOf([...PARAGRAPH.slice(0, 2), 'of AB-'], 72, 100),
      ...wordsOf('4711 that is kept until it', 72, 136),
    ];
    assert.deepEqual(texts(code), [
      'the water that the gate has let in is kept until the tide of the sea is low of AB-4711 that is kept until it',
    ]);
  });

  it('start at bullets and numbers', () => {
    assert.equal(texts(linesOf(['• first thing', '• second thing', '3. third thing'], 72, 100)).length, 3);
  });
});

describe('headings', () => {
  const heading = (look: object, text = 'Of tide mills') =>
    kinds([...wordsOf(text, 72, 80, look), ...linesOf(PARAGRAPH, 72, 120)])[0];

  it('are larger than the body by .15, or by .06 in another font', () => {
    assert.deepEqual([heading({ size: 11.6 }), heading({ size: 11.4 })], ['heading', 'paragraph']);
    assert.deepEqual(
      [heading({ size: 10.7, font: 'head' }), heading({ size: 10.5, font: 'head' })],
      ['heading', 'paragraph'],
    );
  });

  it('are bold where most of the document is not', () => {
    assert.equal(heading({ bold: true }), 'heading');
    assert.equal(
      kinds(wordsOf('Of tide mills', 72, 80, { bold: true }), { ...STYLE, mostlyBold: true })[0],
      'paragraph',
    );
  });

  it('are capitals above text in a document that is mostly bold', () => {
    const bold = [...wordsOf('OF TIDE MILLS', 72, 80, { bold: true }), ...linesOf(PARAGRAPH, 72, 120, { bold: true })];
    assert.equal(kinds(bold, { ...STYLE, mostlyBold: true })[0], 'heading');
    assert.equal(kinds(bold)[0], 'heading');
    assert.equal(kinds(linesOf(PARAGRAPH, 72, 120, { bold: true }), { ...STYLE, mostlyBold: true })[0], 'paragraph');
  });

  it('are capitals in the middle in a document that is mostly bold, with space between two of them', () => {
    const style = { ...STYLE, mostlyBold: true };
    const after = (x: number, next: string, y: number) =>
      kinds([...wordsOf('THE SERMON', x, 80, { bold: true }), ...wordsOf(next, 72, y, { bold: true })], style)[0];
    assert.deepEqual([after(281, 'Of the sea', 104), after(72, 'Of the sea', 104)], ['heading', 'paragraph']);
    assert.deepEqual([after(281, 'THE PRAYERS', 104), after(281, 'THE PRAYERS', 92)], ['heading', 'paragraph']);
  });

  it('are not sentences, clauses or captions in Chinese, fields to fill in, or entries of contents', () => {
    const large = { size: 12 };
    const others = [
      '所有的水轮都已经停下来了，水流也已经平静了。',
      '所有的水轮都已经停下来了，',
      '第一条 本磨坊利用潮汐涨落之间的水位差来驱动水轮运转从而带动石磨将谷物磨成细粉供当地居民日常食用并且出售余粮',
      '表 7.5 潮汐磨坊',
      'Tabelle 3 Mühlen',
      'Name of the mill: ____',
      'Of tide mills .....12',
    ];
    assert.deepEqual(
      others.map((text) => heading(large, text)),
      others.map(() => 'paragraph'),
    );
    assert.equal(heading(large, '潮汐磨坊的历史'), 'heading');
  });

  it('are not names of authors, notices of copyright, or addresses', () => {
    const large = { size: 12 };
    assert.deepEqual(
      [
        heading(large, 'By Ada Miller'),
        heading(large, 'Ada Miller, Ben van der Meer and C. D. Weir'),
        heading(large, 'Ada Miller 1, Ben Weir 2'),
        heading(large, '© 2021 Mill Trust'),
        heading(large, 'Mill Trust, Id 7 https://mill.example/7'),
      ],
      Array.from({ length: 5 }, () => 'paragraph'),
    );
    assert.deepEqual(
      [heading(large, 'Tides, Mills and Weirs'), heading({ bold: true }, 'Ada Miller and Ben Weir')],
      ['heading', 'heading'],
    );
  });

  it('are not the name of an author with the raised mark of a note', () => {
    const marked = (size: number) =>
      kinds([
        ...wordsOf('Ada Miller', 72, 80, { size: 12 }),
        ...wordsOf('1', 132, 76, { size }),
        ...linesOf(PARAGRAPH, 72, 120),
      ])[0];
    assert.deepEqual([marked(8), heading({ size: 12 }, 'Tide Mill 1')], ['paragraph', 'heading']);
  });

  it('are not dates directly below a heading', () => {
    const dated = (y: number) =>
      kinds([
        ...wordsOf('Of tide mills', 72, 80, { size: 15 }),
        ...wordsOf('May 2015', 72, y, { size: 15 }),
        ...linesOf(PARAGRAPH, 72, 160),
      ]);
    assert.deepEqual([dated(104)[1], dated(120)[1]], ['paragraph', 'heading']);
  });

  it('are numbered, in bold or italics, and may then end with a full stop', () => {
    const italic = { font: 'body-italic' };
    assert.deepEqual(
      [heading({ bold: true }, '3. Tide Mills.'), heading(italic, '3. Tide Mills.'), heading({}, '3. Tide Mills.')],
      ['heading', 'heading', 'paragraph'],
    );
    assert.equal(heading(italic, '3. The mill turns with the tide.'), 'paragraph');
  });

  it('are bold above text that is no larger, in small print as well', () => {
    const above = (size: number) =>
      kinds([
        ...wordsOf('Of tide mills', 72, 80, { bold: true, size: 9 }),
        ...linesOf(PARAGRAPH, 72, 100, { size }),
      ])[0];
    assert.deepEqual([above(9), above(10)], ['heading', 'paragraph']);
  });

  it('are the names that sections have everywhere, alone above text', () => {
    assert.deepEqual(
      ['Abstract', 'References:', 'Zusammenfassung', '参考文献', 'Wheels'].map((text) => heading({}, text)),
      ['heading', 'heading', 'heading', 'heading', 'paragraph'],
    );
    assert.equal(kinds([...wordsOf('Abstract', 72, 80), ...wordsOf('of tides', 72, 120)])[0], 'paragraph');
  });

  it('are tagged as such, but not in small print', () => {
    const levelOf = (look: object): unknown => {
      const [block] = textBlocks(wordsOf('the water of the sea', 72, 80, look));
      if (block === undefined) return null;
      return [...headingLevels([{ ...block, role: 'H3' }], STYLE, { number: 2, width: 612 }).values()];
    };
    assert.deepEqual([levelOf({}), levelOf({ size: 8 }), levelOf({ size: 8, bold: true })], [[3], [], [3]]);
  });

  it('are numbered and a little larger', () => {
    assert.deepEqual(
      [heading({ size: 10.6 }, '2.1 Of tides'), heading({ size: 10.6 }, 'Of the tides')],
      ['heading', 'paragraph'],
    );
  });

  it('may be cut off by an ellipsis', () => {
    assert.equal(heading({ bold: true }, 'The history of the tide mills of the ...'), 'heading');
  });

  it('are capitals, or numbered italics, close above text', () => {
    assert.deepEqual([heading({}, 'OF TIDE MILLS'), heading({}, 'II. OF TIDE MILLS')], ['heading', 'heading']);
    assert.deepEqual(
      [heading({ font: 'body-italic' }, '3. Tide Mills'), heading({}, '3. Tide Mills')],
      ['heading', 'paragraph'],
    );
    assert.equal(kinds([...wordsOf('OF TIDE MILLS', 72, 80), ...linesOf(PARAGRAPH, 72, 200)])[0], 'paragraph');
    assert.equal(kinds(wordsOf('OF TIDE MILLS', 72, 80))[0], 'paragraph');
  });

  it('are the first line of the document when it stands in the middle, or is larger than all others', () => {
    const first = (x: number, look: object, number = 1) =>
      kinds([...wordsOf('Of tide mills', x, 80, look), ...linesOf(PARAGRAPH, 72, 120)], STYLE, number)[0];
    assert.deepEqual([first(275, {}), first(275, {}, 2), first(200, {})], ['heading', 'paragraph', 'paragraph']);
    assert.equal(first(200, { size: 10.7 }), 'heading');
    const running = [
      ...wordsOf('Annals', 290, 60),
      ...wordsOf('Of tide mills', 275, 80),
      ...linesOf(PARAGRAPH, 72, 120),
    ];
    const style = { ...STYLE, runningLines: new Set(['annals']) };
    assert.deepEqual(kinds(running, style, 1), ['paragraph', 'heading', 'paragraph']);
  });

  it('are one or two lines in the middle below the title, but no verse and no address', () => {
    const below = (...lines: readonly string[]) => {
      const centred = ['Of tide mills', ...lines].flatMap((text, index) =>
        wordsOf(text, 306 - text.length * 2.5, 80 + 12 * index),
      );
      const all = [...centred, ...linesOf([PARAGRAPH.slice(0, 2).join(' ')], 72, 180)];
      return kinds(all, STYLE, 1).slice(0, -1);
    };
    assert.deepEqual(below('And of their Wheels', 'Second Report'), ['heading', 'heading', 'heading']);
    assert.deepEqual(below('Eling Hill', 'Totton, CA 94087'), ['heading', 'paragraph', 'paragraph']);
    assert.equal(below('The Sea', 'The Gate', 'The Wheel').filter((kind) => kind === 'heading').length, 1);
  });

  it('have a colon in bold above plain text', () => {
    const bold = { bold: true };
    assert.deepEqual([heading(bold, 'D. Old Business:'), heading({}, 'D. Old Business:')], ['heading', 'paragraph']);
    assert.equal(heading(bold, 'The mills that are named in the list are:'), 'paragraph');
    const above = [...wordsOf('Old Business:', 72, 80, bold), ...linesOf(PARAGRAPH, 72, 100, { ...bold, size: 9 })];
    assert.equal(kinds(above)[0], 'paragraph');
  });

  it('are not lines within a sentence', () => {
    const bold = { bold: true };
    assert.equal(heading(bold, 'usual wheels of the mill'), 'paragraph');
    const above = (y: number) =>
      kinds([...wordsOf('We now turn to wheels of', 72, 80, bold), ...linesOf(PARAGRAPH, 72, y)])[0];
    assert.deepEqual([above(92), above(120)], ['paragraph', 'heading']);
  });

  it('may have several lines: in the middle in bold, or large and wide apart', () => {
    const centred = [
      ...wordsOf('Of mills and of the sea', 248, 80, { bold: true }),
      ...wordsOf('Of wheels', 282, 92, { bold: true }),
    ];
    assert.equal(texts([...centred, ...linesOf(PARAGRAPH, 72, 140)])[0], 'Of mills and of the sea Of wheels');
    const large = [...wordsOf('Of mills', 72, 80, { size: 15 }), ...wordsOf('Of wheels', 72, 101, { size: 15 })];
    assert.equal(texts([...large, ...linesOf(PARAGRAPH, 72, 140)])[0], 'Of mills Of wheels');
    const dated = [...wordsOf('Of mills', 72, 80, { size: 15 }), ...wordsOf('May 2015', 72, 98, { size: 15 })];
    assert.deepEqual(texts(dated), ['Of mills', 'May 2015']);
  });

  it('may be the first, bold words of a paragraph', () => {
    const runIn = (title: string, rest = linesOf(PARAGRAPH.slice(0, 1), 72, 112)) => [
      ...wordsOf(title, 72, 100, { bold: true }),
      ...wordsOf('the water that is let in', 150, 100),
      ...rest,
    ];
    assert.deepEqual(texts(runIn('Of mills.')), ['Of mills.', `the water that is let in ${PARAGRAPH[0]}`]);
    assert.deepEqual(kinds(runIn('Theorem 1.2')), ['heading', 'paragraph']);
    assert.deepEqual(kinds(runIn('Lemma 2 (Weir)')), ['heading', 'paragraph']);
    assert.deepEqual(kinds(runIn('Figure 1.2')), ['paragraph']);
    assert.deepEqual([kinds(runIn('Of mills:')), kinds(runIn('Of mills.', []))], [['paragraph'], ['paragraph']]);
  });

  it('are apart from smaller text on their line', () => {
    const beside = (size: number) => [
      ...wordsOf('Of tide mills', 72, 80, { size: 15 }),
      ...wordsOf('Help', 300, 80, { size }),
    ];
    assert.deepEqual([texts(beside(13)), texts(beside(14))], [['Of tide mills', 'Help'], ['Of tide mills Help']]);
  });

  it('are in the outline', () => {
    const style = { ...STYLE, outline: new Map([['of tide mills', 3]]) };
    const levelOf = (text: string) => {
      const [found] = blocks(wordsOf(text, 72, 80), style);
      return found?.kind === 'heading' ? found.level : null;
    };
    assert.equal(levelOf('Of tide mills'), 3);
    assert.deepEqual(['2.1 Of tide mills', 'A.3 Of tide mills', 'Appendix B: Of tide mills'].map(levelOf), [3, 3, 3]);
    assert.equal(levelOf('All of tide mills'), null);
  });

  it('are not formulas, which may be large, but may have signs of them', () => {
    for (const formula of ['E = mc2 + p', 'L(x, y) ≤ max f(x) (4)', 'f : A → B'])
      assert.equal(heading({ size: 14 }, formula), 'paragraph', formula);
    for (const title of ['Tides → mills', 'Proof of E = mc2'])
      assert.equal(heading({ size: 14 }, title), 'heading', title);
  });

  it('are not captions, addresses, sentences or labels', () => {
    assert.equal(heading({ bold: true }, 'Figure 3 The wheel'), 'paragraph');
    assert.equal(heading({ bold: true }, 'www.example.org/mills'), 'paragraph');
    assert.equal(heading({ bold: true }, 'The wheel turns.'), 'paragraph');
    assert.equal(heading({ bold: true }, 'Monday, 28 June 2021, 7:00 pm'), 'paragraph');
    assert.equal(heading({ bold: true }, 'Eling Mill, Totton, CA 94087'), 'paragraph');
    assert.equal(heading({ bold: true }, 'mills@example.org'), 'paragraph');
    assert.equal(heading({ bold: true }, 'inout_count(n)'), 'paragraph');
    const label = [...wordsOf('Name', 72, 80, { bold: true }), ...wordsOf('Eling', 140, 80, { bold: true })];
    assert.equal(kinds(label)[0], 'paragraph');
  });
});

describe('other blocks', () => {
  it('are list items and code', () => {
    assert.deepEqual(kinds(linesOf(['• first thing', '• second thing'], 72, 100)), ['item', 'item']);
  });

  it('keep ticks, crosses and boxes with their state, also in a font of symbols', () => {
    const signs = ['✓', '✗', '☐', '☑', '☒'];
    const words = signs.flatMap((sign, index) => [
      ...wordsOf(sign, 72, 100 + 12 * index, { font: 'ZapfDingbats' }),
      ...wordsOf('the gate', 90, 100 + 12 * index),
    ]);
    const { markdown } = documentOfPages(
      [{ page: 1, size: null, warnings: [], blocks: blocks(words).map((block) => ({ ...block, ...PLACE })) }],
      'auto',
    );
    assert.equal(markdown, '- ✓ the gate\n- ✗ the gate\n- [ ] the gate\n- [x] the gate\n- [x] the gate\n');
    const style = { ...STYLE, monoFonts: new Map([['mono', 0.6]]) };
    const code = linesOf(['for (const tide of tides) {', 'mill.turn(tide);', '}'], 72, 100, { font: 'mono' });
    assert.deepEqual(kinds(code, style), ['code']);
  });

  it('have images after the nearest block above', () => {
    const blocks = textBlocks([...linesOf(ENDED, 72, 100), ...linesOf(ENDED, 72, 300)]);
    const picture = { kind: 'picture' as const, name: 'a.png', description: '', x0: 72, y0: 150, x1: 200, y1: 250 };
    assert.deepEqual(
      withPictures(blocks, [picture]).map(({ kind }) => kind),
      ['text', 'picture', 'text'],
    );
  });
});

describe('a page', () => {
  it('falls back to plain lines when its layout would lose more than a twentieth of its text', () => {
    const lines = ['ab-', 'cd-', 'ef-', 'gh-', 'ij-', 'kl'];
    const { blocks, warnings } = contentOf({ number: 7, page: pageOf(linesOf(lines, 72, 100)) }, STYLE, 'first');
    assert.equal(blocks.length, 6);
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['text_dropped', 7]],
    );
  });

  it('that is unreadable or has no text causes a warning', () => {
    assert.deepEqual(
      contentOf({ number: 1, page: null }, STYLE, 'first').warnings.map(({ code }) => code),
      ['page_unreadable'],
    );
    const image = pageOf([], { drawings: { horizontal: [], vertical: [], rectangles: [], imageShare: 1 } });
    assert.deepEqual(
      contentOf({ number: 1, page: image }, STYLE, 'first').warnings.map(({ code }) => code),
      ['no_text_layer'],
    );
  });
});
