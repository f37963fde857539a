/** What workbooks have beside the values of their cells comes out, or is counted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../../engines/parse/options.ts';
import type { ParsedDocument } from '../../../../../engines/parse/documents/types.ts';
import { uint16, uint32 } from '../../../../support/documents/doc.ts';
import { makeOdf, type OdfParts } from '../../../../support/documents/odf.ts';
import { parse, XLSX } from '../../../../support/documents/parse.ts';
import { at, makeXls, xlsRecord, xlsString } from '../../../../support/documents/xls.ts';
import {
  cell,
  double,
  makeXlsb,
  record,
  row,
  uint32 as wideNumbers,
  wide,
} from '../../../../support/documents/xlsb.ts';
import { makeXlsx, rows, type Sheet, type XlsxParts } from '../../../../support/documents/xlsx.ts';
import { PNG } from '../../../../support/documents/zip.ts';

type Options = Partial<ParseOptions>;

const withOptions = (options: Options): ParseOptions => ({ ...DEFAULT_PARSE_OPTIONS, ...options });
const xlsx = (sheets: readonly Sheet[], parts: XlsxParts = {}, options: Options = {}): Promise<ParsedDocument> =>
  parse(makeXlsx(sheets, parts), { mediaType: XLSX, options: withOptions(options) });
const xls = (source: Buffer, options: Options = {}): Promise<ParsedDocument> =>
  parse(source, { mediaType: 'application/vnd.ms-excel', options: withOptions(options) });
const ods = (content: string, parts: OdfParts = {}, options: Options = {}): Promise<ParsedDocument> =>
  parse(makeOdf('spreadsheet', content, parts), {
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
    options: withOptions(options),
  });
const messages = ({ warnings }: ParsedDocument): string[] => warnings.map(({ code, message }) => `${code} ${message}`);
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
const relations = (...list: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
const label = (line: number, column: number, text: string): Buffer =>
  xlsRecord(0x204, at(line, column), xlsString(text));

describe('hidden rows and columns with content', () => {
  test('are counted, and none when they are read', async () => {
    const content =
      '<cols><col min="2" max="3" hidden="1"/></cols>' +
      rows(['a', 'b', 'c'], ['d'], [], ['e']).replaceAll(/<row>(?=<c t="str"><v>d|<\/row>)/g, '<row hidden="1">');
    const sheets = [{ content }, { content: rows(['x']), attributes: 'state="hidden"' }];
    const hidden = 'hidden_omitted Hidden content omitted: sheets: 1, rows: 1, columns: 2.';
    assert.deepEqual(messages(await xlsx(sheets)), [hidden]);
    assert.deepEqual(messages(await xlsx(sheets, {}, { hidden: true })), []);
  });

  test('in binary workbooks, old and new', async () => {
    const number = (column: number): Buffer => cell(5, column, 0, double(7));
    const columns = record(60, wideNumbers(1, 1, 0, 0), Buffer.from([1, 0]));
    const records = [columns, row(0, [number(0), number(1)]), row(1, [number(0)], true)];
    const binary = await parse(makeXlsb([{ name: 'S', records }]), { mediaType: XLSX });
    assert.deepEqual(messages(binary), ['hidden_omitted Hidden content omitted: rows: 1, columns: 1.']);
    const line = xlsRecord(0x208, uint16(1), uint16(0), uint16(0), uint16(300), Buffer.alloc(4), uint32(0x20));
    const old = await xls(makeXls([{ name: 'S', records: [line, label(0, 0, 'a'), label(1, 0, 'b')] }]));
    assert.deepEqual(messages(old), ['hidden_omitted Hidden content omitted: rows: 1.']);
  });

  test('in spreadsheets of OpenDocument', async () => {
    const filled = (text: string, more = ''): string =>
      `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const content =
      '<table:table table:name="S"><table:table-column/><table:table-column table:visibility="collapse" ' +
      `table:number-columns-repeated="2"/><table:table-row>${filled('a', 'table:number-columns-repeated="2"')}` +
      `</table:table-row><table:table-row table:visibility="filter" table:number-rows-repeated="3">${filled('b')}` +
      '</table:table-row><table:table-row table:visibility="collapse" table:number-rows-repeated="900000">' +
      '<table:table-cell/></table:table-row></table:table>';
    assert.deepEqual(messages(await ods(content)), ['hidden_omitted Hidden content omitted: rows: 3, columns: 1.']);
  });

  test('a link of a hidden row does not move to the next', async () => {
    const relationships = relation('L', 'hyperlink', 'https://a.example/').replace('/>', ' TargetMode="External"/>');
    const content =
      rows(['a'], ['b']).replace('<row>', '<row hidden="1">') +
      '<hyperlinks><hyperlink ref="A1" r:id="L"/></hyperlinks>';
    assert.equal((await xlsx([{ content, relationships }])).markdown, '## Sheet1\n\nb\n');
  });
});

describe('heads and feet of pages', () => {
  const sheet = (header: string): Sheet => ({ content: `${rows(['a'])}<headerFooter ${header}</headerFooter>` });
  const written = async (header: string, headers: ParseOptions['headers'] = 'first'): Promise<string> =>
    (await xlsx([sheet(header)], {}, { headers })).markdown.replace('## Sheet1\n\n', '').trimEnd();
  const odd = (code: string): string => `><oddHeader>${code.replaceAll('&', '&amp;')}</oddHeader>`;

  test('are written without their codes and page numbers', async () => {
    const code = '&L&"Arial,Bold"&12ACME R&&D&CPrice list\n2026&RPage &P of &N';
    assert.equal(await written(odd(code)), 'ACME R&D\n\nPrice list\n\n2026\n\na');
    assert.equal(await written(odd('&C&A &D&RSeite &P/&N')), 'a');
    assert.equal(await written('><oddFooter>&amp;CConfidential</oddFooter>'), 'a\n\nConfidential');
  });

  test('of the first page only, of all, or of none', async () => {
    const header =
      'differentFirst="1" differentOddEven="1"><oddHeader>Odd</oddHeader><evenHeader>Even</evenHeader>' +
      '<firstHeader>First</firstHeader>';
    assert.equal(await written(header), 'First\n\na');
    assert.equal(await written(header, 'keep'), 'First\n\nOdd\n\nEven\n\na');
    assert.equal(await written(header, 'drop'), 'a');
    assert.equal(await written(header.replace(/^[^>]+/, '')), 'Odd\n\na');
  });

  test('are not repeated for each sheet, unless all are requested', async () => {
    const sheets = [sheet(odd('ACME')), sheet(odd('ACME'))];
    assert.equal((await xlsx(sheets)).markdown, '## Sheet1\n\nACME\n\na\n\n## Sheet2\n\na\n');
    assert.match((await xlsx(sheets, {}, { headers: 'keep' })).markdown, /## Sheet2\n\nACME\n\na/);
  });

  test('with pictures', async () => {
    const others = {
      'xl/drawings/v.vml':
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">' +
        '<v:shape id="LH"><v:imagedata o:relid="P"/></v:shape></xml>',
      'xl/drawings/_rels/v.vml.rels': relations(relation('P', 'image', '../media/logo.png')),
      'xl/media/logo.png': PNG,
    };
    const relationships = relation('V', 'vmlDrawing', '../drawings/v.vml');
    const { markdown } = await xlsx([{ content: rows(['a']), relationships }], { others });
    assert.equal(markdown, '## Sheet1\n\n![](images/logo.png)\n\na\n');
  });

  test('in binary workbooks, old and new, and in OpenDocument', async () => {
    const headers = record(479, Buffer.from([0, 0]), ...['&CNew', '', 'x', '', '', ''].map(wide));
    const binary = makeXlsb([{ name: 'S', records: [row(0, [cell(5, 0, 0, double(1))]), headers] }]);
    assert.equal((await parse(binary, { mediaType: XLSX })).markdown, '## S\n\nNew\n\n1\n');
    const old = makeXls([{ name: 'S', records: [xlsRecord(0x15, xlsString('&LOld')), label(0, 0, 'a')] }]);
    assert.equal((await xls(old)).markdown, '## S\n\na\n\nOld\n');
    const styles =
      '<style:master-page style:name="Default"><style:header><text:p>Open</text:p><text:p>Page ' +
      '<text:page-number>1</text:page-number></text:p></style:header></style:master-page>';
    const content =
      '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>' +
      '</table:table-row></table:table>';
    assert.equal((await ods(content, { styles })).markdown, '## S\n\nOpen\n\na\n');
  });
});

describe('rules for values', () => {
  test('lists of choices and prompts come out', async () => {
    const rules =
      '<dataValidations><dataValidation type="list" sqref="B2:B9 D1"><formula1>"Yes, No"</formula1></dataValidation>' +
      '<dataValidation type="list" sqref="C1"><formula1>$A$1:$A$3</formula1></dataValidation>' +
      '<dataValidation type="whole" sqref="E1" promptTitle="Age" prompt="In years"><formula1>0</formula1>' +
      '</dataValidation></dataValidations>';
    const { markdown } = await xlsx([{ content: rows(['a']) + rules }]);
    assert.equal(markdown, '## Sheet1\n\na\n\nChoices for B2:B9, D1: Yes, No\n\nInput of E1: Age: In years\n');
  });

  test('of Excel 2010', async () => {
    const rules =
      '<extLst><ext><x14:dataValidations><x14:dataValidation type="list" prompt="From_x000a_Lists"><x14:formula1>' +
      '<xm:f>Lists!$A$1:$A$9</xm:f></x14:formula1><xm:sqref>C2:C9</xm:sqref></x14:dataValidation>' +
      '</x14:dataValidations></ext></extLst>';
    const { markdown } = await xlsx([{ content: rows(['a']) + rules }]);
    assert.equal(markdown, '## Sheet1\n\na\n\nInput of C2:C9: From Lists\n');
  });

  test('in workbooks of Excel 97', async () => {
    const text = Buffer.concat([Buffer.from([0x17, 6, 0]), Buffer.from('Yes\0No')]);
    const rule = xlsRecord(
      0x1be,
      uint32(0x83),
      ...['Title', '\0', 'Choose', '\0'].map(xlsString),
      uint16(text.length),
      uint16(0),
      text,
      uint16(0),
      uint16(0),
      ...[1, 1, 8, 1, 1].map((value) => uint16(value)),
    );
    const { markdown } = await xls(makeXls([{ name: 'S', records: [label(0, 0, 'a'), rule] }]));
    assert.equal(markdown, '## S\n\na\n\nChoices for B2:B9: Yes, No\n\nInput of B2:B9: Title: Choose\n');
  });

  test('in spreadsheets of OpenDocument', async () => {
    const cells = (text: string): string =>
      `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell><table:table-cell ` +
      'table:content-validation-name="v"/></table:table-row>';
    const content =
      '<table:content-validations><table:content-validation table:name="v" ' +
      'table:condition="of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)"><table:help-message ' +
      'table:title="Answer"><text:p>now</text:p></table:help-message></table:content-validation>' +
      `</table:content-validations><table:table table:name="S">${cells('a')}${cells('b')}</table:table>`;
    const { markdown } = await ods(content);
    assert.match(markdown, /\n\nChoices for B1:B2: Yes, No\n\nInput of B1:B2: Answer: now\n$/);
  });
});

describe('names', () => {
  test('of constants come out; those of cells are counted', async () => {
    const properties =
      '<definedNames><definedName name="VAT">0.19</definedName><definedName name="Firm">"ACME"</definedName>' +
      '<definedName name="Prices">Sheet1!$A$1:$A$9</definedName><definedName name="_xlnm.Print_Area">Sheet1!$A$1' +
      '</definedName><definedName name="x" hidden="1">Sheet1!$A$1</definedName></definedNames>';
    const document = await xlsx([{ content: rows(['a']) }], { properties });
    assert.match(
      document.markdown,
      /## Defined names\n\n\| Name \| Value \|\n[^\n]+\n\| VAT \| 0\.19 \|\n\| Firm \| ACME \|\n$/,
    );
    assert.deepEqual(messages(document), ['objects_omitted Parts of the workbook omitted: names of cells: 1.']);
  });

  test('in the other formats', async () => {
    const old = makeXls([{ name: 'S', records: [label(0, 0, 'a')] }], [xlsRecord(0x18, uint16(0), Buffer.alloc(20))]);
    assert.match(messages(await xls(old)).join(), /names of cells: 1\./);
    const content =
      '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>' +
      '</table:table-row></table:table><table:named-expressions><table:named-range table:name="p"/>' +
      '<table:named-expression table:name="VAT" table:expression="of:=0.2"/></table:named-expressions>';
    const document = await ods(content);
    assert.match(document.markdown, /\| VAT \| 0\.2 \|\n$/);
    assert.match(messages(document).join(), /names of cells: 1\./);
  });
});

describe('objects', () => {
  const drawn = (anchors: string, parts: Readonly<Record<string, string>>, ...list: readonly string[]) => ({
    'xl/drawings/d.xml':
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
      'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" ' +
      'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" ' +
      'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ' +
      'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
      `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${anchors}</xdr:wsDr>`,
    'xl/drawings/_rels/d.xml.rels': relations(...list),
    ...parts,
  });
  const anchor = (line: number, inner: string): string =>
    `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>${line}</xdr:row></xdr:from>${inner}</xdr:oneCellAnchor>`;
  const frame = (inner: string): string =>
    `<xdr:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></xdr:graphicFrame>`;
  const sheetWith = (...list: readonly string[]): Sheet => ({
    content: rows(['a']),
    relationships: [relation('D', 'drawing', '../drawings/d.xml'), ...list].join(''),
  });
  const EXTENDED = 'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"';
  const extended = (formula: string): string =>
    `<cx:chartSpace ${EXTENDED}><cx:chartData><cx:data id="0"><cx:strDim><cx:f>x</cx:f><cx:lvl><cx:pt idx="0">Fees</cx:pt>` +
    `<cx:pt idx="1">Rent</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:f>${formula}</cx:f><cx:lvl formatCode="General">` +
    '<cx:pt idx="0">5</cx:pt><cx:pt idx="1">-2</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart>' +
    '<cx:title><cx:tx><cx:txData><cx:v>Bridge</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea>' +
    '<cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>EUR</cx:v></cx:txData></cx:tx>' +
    '<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>';

  test('charts of Office 2016 have a table, or the names of their series', async () => {
    const inner =
      `<mc:AlternateContent><mc:Choice>${frame('<cx:chart r:id="C"/>')}</mc:Choice><mc:Fallback><xdr:sp><xdr:txBody>` +
      '<a:p><a:r><a:t>not available</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>';
    const read = async (formula: string): Promise<string> => {
      const parts = { 'xl/charts/c.xml': extended(formula) };
      const others = drawn(anchor(3, inner), parts, relation('C', 'chartEx', '../charts/c.xml'));
      return (await xlsx([sheetWith()], { others })).markdown;
    };
    assert.equal(
      await read('Other!$B$2:$B$3'),
      '## Sheet1\n\na\n\nBridge\n\nWaterfall chart\n\n|  | EUR |\n| --- | --- |\n| Fees | 5 |\n| Rent | -2 |\n',
    );
    assert.equal(await read('Sheet1!$B$2:$B$3'), '## Sheet1\n\na\n\nBridge\n\nWaterfall chart: EUR\n');
  });

  test('diagrams are lists', async () => {
    const point = (id: string, text: string, type = 'node'): string =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const data =
      '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ' +
      `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${point('0', '', 'doc')}${point('1', 'Plan')}` +
      '</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>';
    const others = drawn(
      anchor(3, frame('<dgm:relIds r:dm="M"/>')),
      { 'xl/diagrams/data.xml': data },
      relation('M', 'diagramData', '../diagrams/data.xml'),
    );
    assert.equal((await xlsx([sheetWith()], { others })).markdown, '## Sheet1\n\na\n\n- Plan\n');
  });

  test('what cannot be read is counted', async () => {
    const slicer = anchor(3, frame('<sle:slicer xmlns:sle="http://sle" name="Region"/>'));
    const others = drawn(slicer + anchor(4, frame('<cx:chart r:id="C"/>')), {});
    const sheet = sheetWith(
      relation('O', 'oleObject', '../embeddings/o.bin'),
      relation('W', 'package', '../embeddings/w.docx'),
      relation('A', 'control', '../activeX/a.xml'),
    );
    assert.deepEqual(messages(await xlsx([sheet], { others })), [
      'objects_omitted Parts of the workbook omitted: objects: 1, charts: 1, embedded files: 2, ActiveX controls: 1.',
    ]);
  });

  test('damaged drawings leave the cells', async () => {
    const others = { 'xl/drawings/d.xml': '', 'xl/drawings/v.vml': 'no XML' };
    const document = await xlsx([sheetWith(relation('V', 'vmlDrawing', '../drawings/v.vml'))], { others });
    assert.equal(document.markdown, '## Sheet1\n\na\n');
    assert.deepEqual(messages(document), ['objects_omitted Parts of the workbook omitted: drawings: 2.']);
  });

  test('form controls have their states, once', async () => {
    const control = (type: string, top: number, data: string, text = ''): string =>
      `<v:shape><v:textbox><div><font>${text}</font></div></v:textbox><x:ClientData ObjectType="${type}"><x:Anchor>` +
      `0, 1, ${top}, 1, 2, 1, ${top + 1}, 1</x:Anchor>${data}</x:ClientData></v:shape>`;
    const shape =
      '<xdr:sp><xdr:nvSpPr><xdr:cNvPr><a:extLst><a:ext><a14:compatExt spid="_x0000_s1"/></a:ext></a:extLst></xdr:cNvPr>' +
      '</xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>Agree</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
    const others = drawn(`<mc:AlternateContent><mc:Choice>${anchor(2, shape)}</mc:Choice></mc:AlternateContent>`, {
      'xl/drawings/v.vml':
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
        control('Note', 0, '<x:Row>0</x:Row>', 'a note') +
        control('Drop', 5, '<x:Sel>2</x:Sel><x:FmlaRange>$A$1:$A$3</x:FmlaRange>') +
        control('Checkbox', 3, '<x:Checked>1</x:Checked>', 'Agree') +
        control('Checkbox', 4, '', 'Later') +
        control('Button', 6, '', 'Send') +
        '</xml>',
    });
    const sheet = sheetWith(relation('V', 'vmlDrawing', '../drawings/v.vml'));
    assert.equal(
      (await xlsx([sheet], { others })).markdown,
      '## Sheet1\n\na\n\n- [x] Agree\n\n- [ ] Later\n\nChoice: item 2 of $A$1:$A$3\n\nSend\n',
    );
  });

  test('form controls of OpenDocument', async () => {
    const content =
      '<table:table table:name="S"><office:forms><form:form xmlns:form="http://form"><form:checkbox form:id="c" ' +
      'form:label="Agree" form:current-state="checked"/><form:text form:id="t" form:current-value="typed"/>' +
      '<form:listbox form:id="l"><form:option form:label="One"/><form:option form:label="Two" ' +
      'form:current-selected="true"/></form:listbox></form:form></office:forms><table:shapes>' +
      ['c', 't', 'l'].map((id) => `<draw:control draw:control="${id}"/>`).join('') +
      '</table:shapes><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>' +
      '</table:table>';
    assert.equal((await ods(content)).markdown, '## S\n\na\n\n- [x] Agree\n\ntyped\n\nTwo\n');
  });
});

test('comments of OpenDocument say on which cell they are', async () => {
  const content =
    '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>' +
    '<table:table-cell><office:annotation><dc:creator>Ada</dc:creator><text:p>Why?</text:p></office:annotation>' +
    '</table:table-cell></table:table-row></table:table>';
  assert.equal((await ods(content)).markdown, '## S\n\na\n');
  assert.equal(
    (await ods(content, {}, { comments: true })).markdown,
    '## S\n\na\n\n> **Comment by Ada on B1:**\n>\n> Why?\n',
  );
});

describe('objects of Excel 97', () => {
  const object = (kind: number, id: number, ...more: readonly Uint8Array[]): Buffer =>
    xlsRecord(0x5d, uint16(0x15), uint16(18), uint16(kind), uint16(id), Buffer.alloc(14), ...more, uint32(0));
  const text = (words: string): Buffer =>
    Buffer.concat([
      xlsRecord(0x1b6, Buffer.alloc(10), uint16(words.length), uint16(16), Buffer.alloc(4)),
      xlsRecord(0x3c, Buffer.from([0]), Buffer.from(words, 'latin1')),
    ]);
  const escher = (type: number, data: Uint8Array, head = 0): Buffer =>
    Buffer.concat([uint16(head), uint16(type), uint32(data.length), data]);
  const shape = (line: number, picture = 0): Buffer => {
    const properties = Buffer.concat([uint16(0x4104), uint32(picture)]);
    const place = Buffer.concat([0, 0, 0, line, 0, 0, 0, 0, 0].map((value) => uint16(value)));
    const parts = [escher(0xf00b, properties, 0x13), escher(0xf010, place), escher(0xf011, Buffer.alloc(0))];
    return xlsRecord(0xec, escher(0xf004, Buffer.concat(parts), 15));
  };

  test('text boxes, controls, pictures and notes come out; charts are counted', async () => {
    const entry = escher(
      0xf007,
      Buffer.concat([Buffer.alloc(36), escher(0xf01e, Buffer.concat([Buffer.alloc(17), PNG]), 0x6e00)]),
    );
    const store = xlsRecord(0xeb, escher(0xf000, escher(0xf001, entry, 15), 15));
    const checked = Buffer.concat([uint16(0x12), uint16(8), uint16(1), Buffer.alloc(6)]);
    const records = [
      label(0, 0, 'a'),
      shape(4),
      object(6, 1),
      text('Box'),
      shape(3),
      object(0x0b, 2, checked),
      text('Agree'),
      shape(2, 1),
      object(8, 3),
      shape(9),
      object(0x19, 4),
      text('Why?'),
      shape(9),
      object(5, 5),
      xlsRecord(0x1c, uint16(0), uint16(0), uint16(0), uint16(4), xlsString('Ada')),
    ];
    const source = makeXls([{ name: 'S', records }], [store]);
    const document = await xls(source, { comments: true });
    assert.equal(
      document.markdown,
      '## S\n\na\n\n![](images/picture-1.png)\n\n- [x] Agree\n\nBox\n\n> **Comment by Ada on A1:**\n>\n> Why?\n',
    );
    assert.deepEqual(messages(document), ['objects_omitted Parts of the workbook omitted: charts: 1.']);
    assert.doesNotMatch((await xls(source)).markdown, /Why/);
  });

  test('damaged ones leave the cells', async () => {
    const document = await xls(makeXls([{ name: 'S', records: [label(0, 0, 'a'), xlsRecord(0x5d, uint16(0x15))] }]));
    assert.equal(document.markdown, '## S\n\na\n');
    assert.match(messages(document).join(), /damaged objects: 1/);
  });
});
