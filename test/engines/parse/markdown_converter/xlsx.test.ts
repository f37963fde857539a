import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../engines/parse/options.ts';
import type { ParsedDocument } from '../../../../engines/parse/documents/types.ts';
import { makeXlsx, rows, type Sheet, type XlsxParts } from '../../../support/documents/xlsx.ts';
import { PNG } from '../../../support/documents/zip.ts';
import { assertFails, parse, XLSX } from '../../../support/documents/parse.ts';

const read = (
  sheets: readonly Sheet[],
  parts?: XlsxParts,
  options: Partial<ParseOptions> = {},
): Promise<ParsedDocument> =>
  parse(makeXlsx(sheets, parts), { mediaType: XLSX, options: { ...DEFAULT_PARSE_OPTIONS, ...options } });
/** Markdown of one sheet below its heading. */
const convert = async (content: string, parts?: XlsxParts, options?: Partial<ParseOptions>): Promise<string> =>
  (await read([{ content }], parts, options)).markdown.replace(/^## Sheet1\n\n/, '').trimEnd();

describe('cells', () => {
  test('shared, inline and computed strings, numbers, truth values and errors', async () => {
    const strings = '<si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh></si>';
    const line = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="inlineStr"><is><t>a_x000D_b</t></is></c>',
      '<c><f>A1*2</f><v>0.30000000000000004</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#N/A</v></c>',
    ];
    const [, , second] = (await convert(rows(['h'], line), { strings })).split('\n');
    assert.equal(second, '| plain | rich | a<br>b | 0.3 | TRUE | #N/A |');
  });

  test('numbers and dates as their formats show them', async () => {
    const codes = [
      '0.0%',
      '#,##0.00 "€"',
      'yyyy\\-mm\\-dd\\ h:mm:ss',
      'm/d/yy',
      'h:mm AM/PM',
      'mmm\\-yy',
      '[h]:mm',
      '\\1\\.0#',
      '0.0,',
    ];
    const values = ['0.1534', '1234.5', '45292', '45292.5', '0.75', '45292', '1.5', '3', '1234567'];
    const styles =
      `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
      `<cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`;
    const line = values.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`);
    const [head] = (await convert(rows(line), { styles })).split('\n');
    assert.equal(
      head,
      '| 15.3% | 1,234.50 € | 2024-01-01 00:00:00 | 2024-01-01 | 18:00 | 2024-01 | 36:00 | 3 | 1234567 |',
    );
  });

  test('dates may count from 1904', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const properties = '<workbookPr date1904="1"/>';
    assert.equal(await convert(rows(['<c s="1"><v>0</v></c>']), { styles, properties }), '1904-01-01');
  });

  test('links', async () => {
    const relationships =
      '<Relationship Id="L" Type="http://x/hyperlink" Target="https://a.example/" TargetMode="External"/>';
    const content = `${rows(['a', 'b'], ['c', 'd'])}<hyperlinks><hyperlink ref="B2" r:id="L"/></hyperlinks>`;
    const { markdown } = await read([{ content, relationships }]);
    assert.equal(markdown, '## Sheet1\n\n| a | b |\n| --- | --- |\n| c | [d](https://a.example/) |\n');
  });
});

describe('tables', () => {
  test('empty rows and columns separate them; a single cell is a paragraph', async () => {
    const content = rows(['Title'], [], ['a', 'b', '', 'x'], ['c', 'd', '', 'y'], [], ['', '', 'z', 'w']);
    assert.equal(
      await convert(content),
      'Title\n\n| a | b |\n| --- | --- |\n| c | d |\n\n| x |\n| --- |\n| y |\n\n| z | w |\n| --- | --- |',
    );
  });

  test('cells that touch only at a corner are two tables; an L-shaped one is whole', async () => {
    assert.equal(await convert(rows(['a', 'b'], ['', '', 'c'])), '| a | b |\n| --- | --- |\n\nc');
    assert.equal(
      await convert(rows(['a', '', 'b'], ['c', '', 'd'], ['e', 'f', 'g'])),
      '| a |  | b |\n| --- | --- | --- |\n| c |  | d |\n| e | f | g |',
    );
  });

  test('a row with gaps belongs to the table that it is under', async () => {
    assert.equal(
      await convert(rows(['a', 'b', 'c'], ['d'], ['', 'e', 'f'], ['g'])),
      '| a | b | c |\n| --- | --- | --- |\n| d |  |  |\n|  | e | f |\n| g |  |  |',
    );
  });

  test('a column that has a label and no values is no gap in rows that an empty one sets apart', async () => {
    const labels = ['Step', 'Field', 'Done', 'Remark'];
    const parts = [[], ['press', 'pump', '', 'wait'], ['read', 'gauge'], ['note', 'level', '', 'in cm']];
    const below = '| press | pump | wait |\n| --- | --- | --- |\n| read | gauge |  |\n| note | level | in cm |';
    const header = '| Step | Field | Done | Remark |\n| --- | --- | --- | --- |';
    assert.equal(await convert(rows(labels, ...parts)), `${header}\n\n${below}`);
    assert.equal(
      await convert(rows(['Log'], [], labels, ['open', 'valve', '', 'A'], ...parts)),
      `Log\n\n${header}\n| open | valve |  | A |\n\n${below}`,
    );
    const apart = /\| press \| pump \|\n[^\n]+\n\| read \| gauge \|\n\| note \| level \|\n\n/;
    assert.match(await convert(rows(labels, ['open', 'valve', 'yes'], ...parts)), apart, 'a column with a value');
    const title = `${rows(['Steps', '', '', ''], ...parts)}<mergeCells><mergeCell ref="A1:D1"/></mergeCells>`;
    assert.match(await convert(title), apart, 'one label over all columns');
  });

  test('a narrow column or a low row does not separate parts with the same rows or under each other', async () => {
    const lines = [['Sum', '', '1'], ['Net', '', '2'], [], ['All', '', '3']];
    const content = (width: number, height: number): string =>
      `<cols><col min="2" max="2" width="${width}"/></cols>${rows(...lines)}`.replace(
        '<row></row>',
        `<row ht="${height}"></row>`,
      );
    assert.equal(
      await convert(content(2.5, 4)),
      '| Sum | 1 |\n| --- | --- |\n| Net | 2 |\n| All | 3 |',
      'the spacers themselves are left out',
    );
    assert.equal(
      await convert(content(2.5, 15)),
      '| Sum | 1 |\n| --- | --- |\n| Net | 2 |\n\n| All | 3 |\n| --- | --- |',
    );
    assert.match(await convert(content(9, 15)), /^\| Sum \|\n\| --- \|\n\| Net \|\n\n\| 1 \|/);
  });

  test('a narrow column separates parts with different rows', async () => {
    const cols = '<cols><col min="2" max="2" width="2"/></cols>';
    assert.equal(await convert(cols + rows(['a', '', 'c'], ['b'])), '| a |\n| --- |\n| b |\n\nc');
  });

  test('a heading narrower than its table joins it across a low row', async () => {
    const content = rows(['', 'a', 'b'], [], ['c', '1', '2']).replace('<row></row>', '<row ht="3"></row>');
    assert.equal(await convert(content), '|  | a | b |\n| --- | --- | --- |\n| c | 1 | 2 |');
    const wider = rows(['a', 'b', 'c'], [], ['', '1', '2']).replace('<row></row>', '<row ht="3"></row>');
    assert.match(await convert(wider), /\| a \| b \| c \|\n[^\n]+\n\n\| 1 \| 2 \|/);
  });

  test('a cell alone below a title is a paragraph', async () => {
    const content = `${rows(['Title', '', ''], ['Part'])}<mergeCells><mergeCell ref="A1:C1"/></mergeCells>`;
    assert.equal(await convert(content), 'Title\n\nPart');
  });

  test('merged cells are HTML, or repeated in pipe tables when these are requested', async () => {
    const content =
      `${rows(['a', 'b', ''], ['', 'c', 'd'])}<mergeCells><mergeCell ref="B1:C1"/><mergeCell ` +
      'ref="A1:A2"/></mergeCells>';
    assert.equal(
      await convert(content),
      '<table>\n<tr><th rowspan="2">a</th><th colspan="2">b</th></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>',
    );
    assert.equal(await convert(content, {}, { tables: 'pipe' }), '| a | b | b |\n| --- | --- | --- |\n| a | c | d |');
  });

  test('a merged cell as wide as the table below it is a paragraph', async () => {
    const content = `${rows(['Title', ''], ['a', 'b'])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
    assert.equal(await convert(content), 'Title\n\n| a | b |\n| --- | --- |');
  });

  test('a merged cell of the whole sheet ends where the sheet is used', async () => {
    const content = `${rows(['T', ''], ['a', 'b'])}<mergeCells><mergeCell ref="A1:XFD1"/></mergeCells>`;
    assert.equal(await convert(content), 'T\n\n| a | b |\n| --- | --- |');
    const wider = `${rows(['T', ''], ['a', 'b'])}<mergeCells><mergeCell ref="A1:E1"/></mergeCells>`;
    assert.equal(await convert(wider), 'T\n\n| a | b |\n| --- | --- |');
  });

  test('cells scattered over a huge area are listed with their references', async () => {
    const far = [...Array(300).keys()].map((at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`);
    const wide = [...Array(300).keys()].map(() => '<c><v>1</v></c>').join('');
    const [head, , first] = (await convert(`<sheetData>${far.join('')}<row r="301">${wide}</row></sheetData>`)).split(
      '\n',
    );
    assert.deepEqual([head, first], ['| Cell | Value |', '| A1 | 0 |']);
  });
});

describe('sheets', () => {
  test('hidden sheets, rows and columns are omitted unless requested', async () => {
    const content =
      '<cols><col min="2" max="2" hidden="1"/></cols>' +
      rows(['a', 'b', 'c'], ['d', 'e', 'f'], ['g', 'h', 'i']).replace(/(<\/row>)<row>/, '$1<row hidden="1">');
    const sheets = [{ content }, { content: rows(['secret']), attributes: 'state="veryHidden"' }];
    const { markdown, warnings } = await read(sheets);
    assert.equal(markdown, '## Sheet1\n\n| a | c |\n| --- | --- |\n| g | i |\n');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['hidden_omitted'],
    );
    assert.match((await read(sheets, {}, { hidden: true })).markdown, /\| d \| e \| f \|[\s\S]*## Sheet2\n\nsecret/);
  });

  test('charts, pictures and text boxes are placed at their anchors', async () => {
    const xdr =
      'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const anchor = (row: number, inner: string): string =>
      `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>${row}</xdr:row></xdr:from>${inner}</xdr:oneCellAnchor>`;
    const picture =
      '<xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="Logo"/></xdr:nvPicPr><xdr:blipFill><a:blip ' +
      'r:embed="P"/></xdr:blipFill></xdr:pic>';
    const box = '<xdr:sp><xdr:txBody><a:p><a:r><a:t>Note</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
    const others = {
      'xl/drawings/d.xml': `<xdr:wsDr ${xdr}>${anchor(3, box)}${anchor(0, picture)}</xdr:wsDr>`,
      'xl/drawings/_rels/d.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ' +
        'Id="P" Type="http://x/image" Target="../media/logo.png"/></Relationships>',
      'xl/media/logo.png': PNG,
    };
    const relationships = '<Relationship Id="D" Type="http://x/drawing" Target="../drawings/d.xml"/>';
    const { markdown, images } = await read([{ content: rows([], ['text']), relationships }], { others });
    assert.equal(markdown, '## Sheet1\n\n![Logo](images/logo.png)\n\ntext\n\nNote\n');
    assert.deepEqual(
      images.map(({ name }) => name),
      ['logo.png'],
    );
  });

  test('a chart of cells that are written has the names of its series, another one its values', async () => {
    const drawing =
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
      'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>9</xdr:row></xdr:from><xdr:graphicFrame><c:chart r:id="C"/></xdr:graphicFrame></xdr:oneCellAnchor></xdr:wsDr>';
    const chart = (formula: string): string =>
      '<c:chartSpace ' +
      `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:lineChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Sales</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numRef><c:f>${formula}</c:f><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`;
    const others = (formula: string): Record<string, string> => ({
      'xl/drawings/d.xml': drawing,
      'xl/drawings/_rels/d.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ' +
        'Id="C" Type="http://x/chart" Target="../charts/c.xml"/></Relationships>',
      'xl/charts/c.xml': chart(formula),
    });
    const relationships = '<Relationship Id="D" Type="http://x/drawing" Target="../drawings/d.xml"/>';
    const sheets = [
      { name: "Q1's", content: rows(['a']), relationships },
      { name: 'Secret', content: rows(['b']), attributes: 'state="hidden"' },
    ];
    const shown = await read(sheets, { others: others("'Q1''s'!$B$2:$B$9") });
    assert.match(shown.markdown, /a\n\nLine chart: Sales\n$/);
    const hidden = await read(sheets, { others: others('Secret!$B$2:$B$9') });
    assert.match(hidden.markdown, /Line chart\n\n\|  \| Sales \|\n\| --- \| --- \|\n\| 1 \| 7 \|\n$/);
  });

  test('comments are read on request', async () => {
    const others = {
      'xl/comments1.xml':
        '<comments ' +
        'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ada</author></authors>' +
        '<commentList><comment ref="A1" ' +
        'authorId="0"><text><r><t>Why?</t></r></text></comment></commentList></comments>',
    };
    const relationships = '<Relationship Id="C" Type="http://x/comments" Target="../comments1.xml"/>';
    const sheets = [{ content: rows(['a']), relationships }];
    assert.equal((await read(sheets, { others })).markdown, '## Sheet1\n\na\n');
    assert.equal(
      (await read(sheets, { others }, { comments: true })).markdown,
      '## Sheet1\n\na\n\n> **Comment by Ada on A1:**\n>\n> Why?\n',
    );
  });

  test('other namespaces and prefixes are the same format: Strict Open XML, with dates as text', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c ' +
      't="d"><x:v>2026-01-02T10:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const { markdown } = await read([{ content: '' }], {
      others: {
        'xl/worksheets/other.xml': sheet,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="S1" ' +
          'Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" ' +
          'Target="worksheets/other.xml"/></Relationships>',
      },
    });
    assert.equal(markdown, '## Sheet1\n\n2026-01-02 10:00:00\n');
  });

  test('unreadable files are reported', async () => {
    await assertFails(parse(Buffer.from('d0cf11e0a1b11ae1', 'hex'), { mediaType: XLSX }), 'encrypted');
    await assertFails(read([{ content: rows([]) }]), 'empty');
    await assertFails(
      parse(makeXlsx([], { others: { 'xl/workbook.xml': '<other/>' } }), { mediaType: XLSX }),
      'corrupt',
    );
    const merges = [...Array(2100).keys()].map(() => '<mergeCell ref="A1:AD33"/>').join('');
    await assertFails(read([{ content: `${rows(['a'])}<mergeCells>${merges}</mergeCells>` }]), 'too_large');
  });
});
