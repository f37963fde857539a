import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOREM, markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import type { PdfText } from '../../../../support/documents/pdf.ts';

describe('text', () => {
  it('joins the lines of a paragraph and separates paragraphs', async () => {
    const full = LOREM.slice(0, 2);
    const markdown = await markdownOf({ text: [...paragraph(72, 100, full), ...paragraph(72, 142, LOREM)] });
    assert.equal(markdown, `${full.join(' ')}\n\n${LOREM.join(' ')}\n`);
  });

  it('reads the whole page when its crop box is larger than its media box', async () => {
    const bytes = Buffer.from(makePdf([{ text: [{ x: 72, y: 20, text: 'Tide mills' }] }])).toString('latin1');
    const cropped = bytes.replace('792] /Rotate 0', '792] /CropBox [0 -900 612 1900]');
    assert.equal((await parse(Buffer.from(cropped, 'latin1'))).markdown, 'Tide mills\n');
  });

  it('joins a word that is hyphenated at the end of a line', async () => {
    const lines = [
      'The water that the gate has let in is kept until the tide is low enough to drive the ma-',
      'chine.',
    ];
    assert.match(await markdownOf({ text: paragraph(72, 100, lines) }), /drive the machine\./);
  });

  it('keeps texts that draw nothing: a lone space, and a lone character of a font that the file lacks', async () => {
    const [tide, space, mills] = [
      { x: 72, y: 20, text: 'Tide' },
      { x: 91, y: 20, text: ' ' },
      { x: 93, y: 20, text: 'mills' },
    ];
    assert.equal(await markdownOf({ text: [tide, space, mills] }), 'Tide mills\n');

    const characters = ['\u00d3\u00ea', '\u00d1\u00a9'].map((text, index) => ({
      x: 72 + 10 * index,
      y: 20,
      text,
      font: 'bold' as const,
    }));
    const bytes = Buffer.from(makePdf([{ text: characters }])).toString('latin1');
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /DW 1000 /CIDSystemInfo << /Registry (Adobe) ' +
      '/Ordering (GB1) /Supplement 2 >> >>';
    const chinese = bytes.replace(
      '/Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding',
      `/Type0 /BaseFont /Song /Encoding /GBK-EUC-H /DescendantFonts [${descendant}]`,
    );
    assert.equal((await parse(Buffer.from(chinese, 'latin1'))).markdown, '\u96e8\u96ea\n');
  });

  it('recognizes headings by size and ranks them', async () => {
    const markdown = await markdownOf({
      text: [
        { x: 72, y: 80, text: 'Tide mills', size: 24, font: 'bold' },
        { x: 72, y: 120, text: 'How they work', size: 16, font: 'bold' },
        ...paragraph(72, 150, LOREM),
        ...paragraph(72, 210, LOREM),
      ],
    });
    assert.match(markdown, /^# Tide mills\n\n## How they work\n\nTides rise/);
  });

  it('turns bullets into list items', async () => {
    const markdown = await markdownOf({
      text: [...paragraph(72, 100, LOREM), ...paragraph(80, 150, ['\u0095 first thing', '\u0095 second thing'])],
    });
    assert.match(markdown, /\n\n- first thing\n- second thing\n$/);
  });

  it('omits invisible text where most is visible, and reads the text layer of a scan', async () => {
    const hidden = paragraph(72, 300, ['zyxwvuts']).map((text) => ({ ...text, invisible: true }));
    assert.equal(await markdownOf({ text: [...paragraph(72, 100, LOREM), ...hidden] }), `${LOREM.join(' ')}\n`);
    assert.equal(await markdownOf({ text: hidden }), 'zyxwvuts\n');
  });

  it('keeps program text unchanged', async () => {
    const code: PdfText[] = [
      { x: 72, y: 150, text: 'for (const tide of tides) {', font: 'mono' },
      { x: 84, y: 162, text: 'await mill.turn(tide);', font: 'mono' },
      { x: 72, y: 174, text: '}', font: 'mono' },
    ];
    const markdown = await markdownOf({ text: [...paragraph(72, 100, LOREM), ...code] });
    assert.match(markdown, /```\nfor \(const tide of tides\) \{\n {2}await mill\.turn\(tide\);\n\}\n```/);
  });

  it('separates words in monospaced fonts by the distance of their letters', async () => {
    const text: PdfText[] = [
      ...paragraph(72, 100, LOREM),
      { x: 72, y: 150, text: 'WHILE Mill.turns(Quietly)', font: 'mono' },
      // A third of an em: PDFium sees a space, as narrow as they are in justified lines.
      { x: 72, y: 162, text: 'Jump', font: 'mono' },
      { x: 72 + 4 * 6 + 3.3, y: 162, text: 'over', font: 'mono' },
    ];
    assert.match(await markdownOf({ text }), /WHILE Mill\.turns\(Quietly\)\nJump over\n/);
  });

  it('escapes text that Markdown would read as markup', async () => {
    const markdown = await markdownOf({
      text: paragraph(72, 100, ['# no heading, <b>no tag</b> and *no* emphasis here']),
    });
    assert.equal(markdown, '\\# no heading, &lt;b>no tag&lt;/b> and \\*no\\* emphasis here\n');
  });

  it('reads right-to-left lines from the right', async () => {
    // Typeset from left to right, as PDFs hold it: the last letter of the line comes first.
    const markdown = await markdownOf({ text: [{ x: 72, y: 100, text: 'fed 12 cba', font: 'hebrew' }] });
    assert.equal(markdown, '\u05d0\u05d1\u05d2 12 \u05d3\u05d4\u05d5\n');
  });

  it('opens and closes parentheses correctly, mirrored by the producer or not', async () => {
    const text = [
      { x: 72, y: 100, text: 'fed (12( cba', font: 'hebrew' as const },
      { x: 72, y: 140, text: 'fed )12( cba', font: 'hebrew' as const },
    ];
    const line = '\u05d0\u05d1\u05d2 (12) \u05d3\u05d4\u05d5';
    assert.equal(await markdownOf({ text }), `${line}\n\n${line}\n`);
  });

  it('rotates pages whose text runs upward or downward', async () => {
    const upwards = LOREM.map((text, index) => ({ x: 100 + index * 12, y: 700, text, angle: 90 }));
    assert.equal(await markdownOf({ text: upwards }), `${LOREM.join(' ')}\n`);
    assert.equal(await markdownOf({ text: upwards, rotate: 90 }), `${LOREM.join(' ')}\n`);
    const downwards = LOREM.map((text, index) => ({ x: 500 - index * 12, y: 100, text, angle: 270 }));
    assert.equal(await markdownOf({ text: downwards }), `${LOREM.join(' ')}\n`);
  });

  it('stays upright beside slanted text of more letters, which is read as lines', async () => {
    const poster = LOREM.map((text, index) => ({ x: 300, y: 300 + index * 5, text, size: 2, angle: 350 }));
    const markdown = await markdownOf({ text: [{ x: 72, y: 100, text: LOREM[0] ?? '' }, ...poster] });
    assert.equal(markdown, `${LOREM[0]}\n\n${LOREM.join(' ')}\n`);
    assert.equal(await markdownOf({ text: [{ x: 72, y: 700, text: 'Tide mills', angle: 350 }] }), 'Tide mills\n');
  });

  it('joins the lines of a slanted text in large letters, which is no heading', async () => {
    const quoted = ['The wheels of a mill', 'that the tide turns', 'stand still whenever', 'the sea stands still'];
    const slanted = quoted.map((text, index) => ({ x: 300, y: 400 + index * 17, text, size: 14, angle: 4 }));
    const body = LOREM.map((text, index) => ({ x: 72, y: 100 + index * 12, text }));
    const markdown = await markdownOf({ text: [...body, ...slanted] });
    assert.equal(markdown, `${LOREM.join(' ')}\n\n${quoted.join(' ')}\n`);
  });

  it('turns over what a negative size of the font turns over', async () => {
    const lines = (angle: number) => LOREM.map((text, index) => ({ x: 540, y: 700 - index * 12, text, angle }));
    for (const text of [lines(180), lines(0).map((line) => ({ ...line, size: -10 }))]) {
      assert.equal(await markdownOf({ text }), `${LOREM.join(' ')}\n`);
    }
  });
});
