/** Looks of text that have a meaning, in each format of workbooks, and the vocabulary of symbol fonts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withOutputLimit } from '../../../../../engines/parse/documents/output-limit.ts';
import { symbolText } from '../../../../../engines/parse/documents/symbol-fonts.ts';
import { uint16, uint32 } from '../../../../support/documents/doc.ts';
import { makeOdf } from '../../../../support/documents/odf.ts';
import { assertFails, DOCX, markdownOf, parse, XLSX } from '../../../../support/documents/parse.ts';
import { makeDocx } from '../../../../support/documents/docx.ts';
import { at, makeXls, xlsRecord, xlsString } from '../../../../support/documents/xls.ts';
import { cell, font, makeXlsb, rich, row, uint32 as wideNumbers, wide } from '../../../../support/documents/xlsb.ts';
import { makeXlsx, rows, type XlsxParts } from '../../../../support/documents/xlsx.ts';

/** The table below the heading of the only sheet. */
const table = async (line: readonly string[], parts: XlsxParts = {}): Promise<string> => {
  const { markdown } = await parse(makeXlsx([{ content: rows(line) }], parts), { mediaType: XLSX });
  return markdown.split('\n')[2] ?? '';
};
const run = (text: string, properties = ''): string => `<r><rPr>${properties}</rPr><t>${text}</t></r>`;

describe('workbooks', () => {
  const styles =
    '<fonts><font><name val="Arial"/></font><font><strike/></font><font><vertAlign val="superscript"/></font>' +
    '<font><name val="Wingdings"/></font><font><strike val="0"/></font></fonts><cellXfs><xf fontId="0"/>' +
    '<xf fontId="1"/><xf fontId="2"/><xf fontId="3"/><xf fontId="4"/></cellXfs>';
  const text = (style: number, words: string): string => `<c t="str" s="${style}"><v>${words}</v></c>`;

  test('of cells', async () => {
    const line = [
      text(1, 'gone'),
      '<c s="1"><v>4</v></c>',
      text(2, 'st'),
      text(3, '\u00fc'),
      text(4, 'valid'),
      text(0, '\u00fc'),
    ];
    assert.equal(await table(line, { styles }), '| ~~gone~~ | ~~4~~ | <sup>st</sup> | ✓ | valid | \u00fc |');
  });

  test('of parts of texts, shared and in the cell', async () => {
    const strings =
      `<si>${run('15', '<strike/>')}${run(' 12')}</si><si><r><t>CO</t></r>${run('2', '<vertAlign val="subscript"/>')}</si>` +
      `<si>${run('\u00fe', '<rFont val="Wingdings"/>')}${run(' sent', '<rFont val="Arial"/>')}</si><si>${run('a')}${run('b', '<b/>')}</si>`;
    const inline = `<c t="inlineStr"><is>${run('old', '<strike/>')}${run(' new')}</is></c>`;
    const shared = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`);
    assert.equal(
      await table([...shared, inline], { strings, styles }),
      '| ~~15~~ 12 | CO<sub>2</sub> | ☑ sent | ab | ~~old~~ new |',
    );
    // A part without a font of its own has that of the cell.
    assert.equal(await table(['<c t="s" s="1"><v>1</v></c>', 'x'], { strings, styles }), '| ~~CO~~<sub>2</sub> | x |');
  });

  test('in merged cells, with line breaks and links', async () => {
    const relationships =
      '<Relationship Id="L" Type="http://x/hyperlink" Target="https://a.example/" TargetMode="External"/>';
    const content =
      `${rows([text(1, 'a\nb'), 'c'], ['', 'd'])}<mergeCells><mergeCell ref="A1:A2"/></mergeCells>` +
      '<hyperlinks><hyperlink ref="A1" r:id="L"/></hyperlinks>';
    const { markdown } = await parse(makeXlsx([{ content, relationships }], { styles }), { mediaType: XLSX });
    assert.match(markdown, /<a href="https:\/\/a\.example\/"><del>a<\/del><\/a><br><a [^>]+><del>b<\/del><\/a><\/th>/);
  });

  test('in binary workbooks', async () => {
    const marks = Buffer.concat([wideNumbers(1), uint16(2), uint16(1)]);
    const records = [row(0, [cell(7, 0, 0, wideNumbers(0)), cell(6, 1, 1, wide('no')), cell(6, 2, 2, wide('\u00fb'))])];
    const source = makeXlsb([{ name: 'S', records }], {
      strings: [Buffer.concat([Buffer.from([1]), rich('okno').subarray(1), marks])],
      fonts: [font('Arial'), font('Arial', 8), font('Wingdings')],
      styles: [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
    });
    assert.match(await markdownOf(source, { mediaType: XLSX }), /\| ok~~no~~ \| ~~no~~ \| ✗ \|/);
  });

  test('in workbooks of Excel 97', async () => {
    const face = (name: string, flags: number, position: number): Buffer =>
      xlsRecord(
        0x31,
        uint16(200),
        uint16(flags),
        uint32(0),
        uint16(position),
        uint32(0),
        Buffer.from([name.length, 1]),
        Buffer.from(name, 'utf16le'),
      );
    const style = (number: number): Buffer => xlsRecord(0xe0, uint16(number), uint16(0), Buffer.alloc(16));
    const label = (column: number, look: number, words: string): Buffer =>
      xlsRecord(0x204, at(0, column, look), xlsString(words));
    const shared = Buffer.concat([uint32(1), uint32(1), uint16(3), Buffer.from([9]), uint16(1)]);
    const string = Buffer.concat([shared, Buffer.from('m2x', 'utf16le'), uint16(1), uint16(5)]);
    const records = [label(0, 1, 'no'), xlsRecord(0xfd, at(0, 1), uint32(0)), label(2, 3, '\u00fc')];
    // The fifth font has the number 5.
    const fonts = [face('Arial', 0, 0), face('Arial', 8, 0), face('A', 0, 0), face('Wingdings', 0, 0), face('A', 0, 1)];
    const source = makeXls([{ name: 'S', records }], [...fonts, ...[0, 1, 2, 3].map(style), xlsRecord(0xfc, string)]);
    assert.match(
      await markdownOf(source, { mediaType: 'application/vnd.ms-excel' }),
      /\| ~~no~~ \| m<sup>2x<\/sup> \| ✓ \|/,
    );
  });

  test('a long text of many cells is formatted once', async () => {
    const long = 'word '.repeat(20_000);
    const strings = `<si><t>${long}</t></si><si>${run('a', '<strike/>').repeat(10_000)}${run('b')}</si>`;
    const line = (style: number, string: number): string[] =>
      Array.from({ length: 20_000 }, () => `<c t="s" s="${style}"><v>${string}</v></c>`);
    const book = (style: number, string: number): Uint8Array =>
      makeXlsx([{ content: rows(line(style, string)) }], { strings, styles });
    // Formatted in each cell, the text of these cells would need more memory than a process has.
    await assertFails(
      withOutputLimit(1_000_000, () => parse(book(3, 0), { mediaType: XLSX })),
      'output_too_large',
    );
    await assertFails(
      withOutputLimit(1_000_000, () => parse(book(0, 1), { mediaType: XLSX })),
      'output_too_large',
    );
  });

  test('in spreadsheets of OpenDocument, of cells, columns and spans', async () => {
    const style = (name: string, family: string, properties: string): string =>
      `<style:style style:name="${name}" style:family="${family}"><style:text-properties ${properties}/></style:style>`;
    const automatic =
      style('struck', 'table-cell', 'style:text-line-through-style="solid"') +
      style('signs', 'table-cell', 'style:font-name="Wingdings"') +
      style('up', 'text', 'style:text-position="super 58%"');
    const cells =
      '<table:table-cell table:style-name="struck"><text:p>off</text:p></table:table-cell>' +
      '<table:table-cell><text:p>\u00fc</text:p></table:table-cell>' +
      '<table:table-cell table:style-name="none"><text:p>1<text:span text:style-name="up">st</text:span></text:p>' +
      '<text:p>b</text:p></table:table-cell>';
    const source = makeOdf(
      'spreadsheet',
      '<table:table table:name="S"><table:table-column/><table:table-column table:default-cell-style-name="signs" ' +
        `table:number-columns-repeated="9"/><table:table-row>${cells}</table:table-row></table:table>`,
      { automatic },
    );
    assert.match(
      await markdownOf(source, { mediaType: 'application/vnd.oasis.opendocument.spreadsheet' }),
      /\| ~~off~~ \| ✓ \| 1<sup>st<\/sup><br>b \|/,
    );
  });
});

describe('symbol fonts', () => {
  test('have one vocabulary', () => {
    const cases: readonly (readonly [font: string, text: string, shown: string])[] = [
      ['Wingdings', '\u00fc\u00fb\u00fe\u00fdo\u00a8nl\u00e0', '✓✗☑☒☐☐■●→'],
      ['Wingdings', '\uf0fc \u20ac', '✓ ⓪'],
      ['Wingdings 2', 'PRT\u00a3', '✓☑☒☐'],
      ['Wingdings 3', 'pq', '▲▼'],
      ['Webdings', 'ac', '✔☐'],
      ['ZapfDingbats', '34lnu\u00aa\u00d5', '✓✔●■◆♥→'],
      ['ITC Zapf Dingbats', '8', '✘'],
      ['Symbol', 'aW\u00a3', 'αΩ≤'],
      ['Arial', '\u00fc', '\u00fc'],
      ['Wingdings', '検', '検'],
    ];
    for (const [name, text, shown] of cases) assert.equal(symbolText(text, name), shown, `${name} ${text}`);
  });

  test('of runs of Word documents, as typed text and as symbols', async () => {
    const typed = (face: string, text: string): string =>
      `<w:r><w:rPr><w:rFonts w:ascii="${face}"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const symbol = (face: string, code: string): string => `<w:r><w:sym w:font="${face}" w:char="${code}"/></w:r>`;
    const body =
      `<w:p>${typed('Arial', 'a ')}${typed('Wingdings', '\u00fc')}${typed('Webdings', 'a')}</w:p>` +
      `<w:p>${symbol('Wingdings 2', 'F052')}${typed('Arial', 'done')}</w:p>` +
      `<w:p>${symbol('Wingdings 2', 'F0A3')}${typed('Arial', 'open')}</w:p>`;
    assert.equal(await markdownOf(makeDocx(body), { mediaType: DOCX }), 'a ✓✔\n\n- [x] done\n- [ ] open');
  });

  test('of RTF', async () => {
    const source = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1\fcharset2 Wingdings;}}\f0 a {\f1\'fc\u-3844?} b\par}`;
    assert.equal(await markdownOf(source, { mediaType: 'application/rtf' }), 'a ✓✓ b');
  });

  test('of runs of text documents of OpenDocument, and of shapes', async () => {
    const automatic =
      '<style:style style:name="signs" style:family="text"><style:text-properties style:font-name="Wingdings"/></style:style>';
    const source = makeOdf('text', '<text:p>a <text:span text:style-name="signs">\u00fc</text:span></text:p>', {
      automatic,
    });
    assert.equal(await markdownOf(source, { mediaType: 'application/vnd.oasis.opendocument.text' }), 'a ✓');
    const face = (name: string, font: string): string => `<a:${name} typeface="${font}"/>`;
    const drawn = (properties: string, text: string): string =>
      `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
    const paragraph =
      drawn(face('latin', 'Wingdings'), '\u00fb') + drawn(face('latin', 'Arial') + face('sym', 'Wingdings'), '\uf0fco');
    const others = {
      'xl/drawings/d.xml':
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:absoluteAnchor><xdr:sp><xdr:txBody>' +
        `<a:p>${paragraph}</a:p></xdr:txBody></xdr:sp></xdr:absoluteAnchor></xdr:wsDr>`,
    };
    const relationships = '<Relationship Id="D" Type="http://x/drawing" Target="../drawings/d.xml"/>';
    const book = makeXlsx([{ content: rows(['a']), relationships }], { others });
    assert.match(await markdownOf(book, { mediaType: XLSX }), /✗✓o/);
  });
});
