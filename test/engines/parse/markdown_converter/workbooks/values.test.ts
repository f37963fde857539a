/** Cells have the values that the program shows, in each format of workbooks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParsedDocument } from '../../../../../engines/parse/documents/types.ts';
import { uint16 } from '../../../../support/documents/doc.ts';
import { makeOdf } from '../../../../support/documents/odf.ts';
import { markdownOf, parse, XLSX } from '../../../../support/documents/parse.ts';
import { at, double, makeXls, xlsRecord } from '../../../../support/documents/xls.ts';
import { cell, double as binaryDouble, makeXlsb, row } from '../../../../support/documents/xlsb.ts';
import { makeXlsx, rows, type XlsxParts } from '../../../../support/documents/xlsx.ts';
import { PNG } from '../../../../support/documents/zip.ts';

const XLS = { mediaType: 'application/vnd.ms-excel' };
const ODS = { mediaType: 'application/vnd.oasis.opendocument.spreadsheet' };
const DAY = 24 * 60 * 60;

/** The text of the only cell of a workbook. */
const read = (content: string, parts: XlsxParts = {}): Promise<ParsedDocument> =>
  parse(makeXlsx([{ content: rows([content]) }], parts), { mediaType: XLSX });
const shown = async (content: string, parts: XlsxParts = {}): Promise<string> =>
  (await read(content, parts)).markdown.replace('## Sheet1\n\n', '').trimEnd();
const codes = ({ warnings }: ParsedDocument): string[] => warnings.map(({ code, message }) => `${code} ${message}`);

describe('dates and times', () => {
  const withCode = (code: string, value: number): Promise<string> =>
    shown(`<c s="1"><v>${value}</v></c>`, {
      styles:
        `<numFmts><numFmt numFmtId="200" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts>` +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>',
    });
  const withId = (id: number, value: number): Promise<string> =>
    shown(`<c s="1"><v>${value}</v></c>`, { styles: `<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>` });

  test('m is a minute beside a second or after an hour, else a month', async () => {
    assert.equal(await withCode('mm:ss', 95.6 / DAY), '01:36');
    assert.equal(await withCode('m:ss', 5 / DAY), '00:05');
    assert.equal(await withCode('h "h" m "min"', 3900 / DAY), '01:05');
    assert.equal(await withCode('mm/yyyy', 45000), '2023-03');
    assert.equal(await withCode('d/m hh:mm', 45000.5), '2023-03-15 12:00');
  });

  test('fractions of a second are kept as far as the format shows them', async () => {
    assert.equal(await withCode('mm:ss.0', 95.64 / DAY), '01:35.6');
    assert.equal(await withCode('h:mm:ss.000', 3723.456 / DAY), '01:02:03.456');
    assert.equal(await withCode('h:mm:ss', 59.7 / DAY), '00:01:00');
    assert.equal(await withCode('yyyy-mm-dd hh:mm', 45000.9999999999), '2023-03-16 00:00');
  });

  test('a number that is no date is a number', async () => {
    assert.equal(await withCode('yyyy-mm-dd', -3), '-3');
    assert.equal(await withCode('yyyy-mm-dd', 3_000_000), '3000000');
  });

  test('the zero of an empty date is as its own section shows it', async () => {
    assert.equal(await withCode('dd.mm.yyyy;;"-"', 0), '\\-');
    assert.equal(await withCode('[=0]"none";dd.mm.yyyy', 0), 'none');
    assert.equal(await withCode('dd.mm.yyyy;;"-"', 45000), '2023-03-15');
    assert.equal(await withCode('hh:mm;@', 0), '00:00');
  });

  test('dates of East Asian formats that the file names by number', async () => {
    for (const id of [27, 30, 31, 36, 50, 55, 57, 58]) assert.equal(await withId(id, 45000), '2023-03-15', String(id));
    assert.equal(await withId(32, 0.5), '12:00:00');
    assert.equal(await withId(35, 45000.25), '2023-03-15 06:00:00');
    assert.equal(await withId(26, 45000), '45000');
    assert.equal(await withId(71, 45000), '2023-03-15');
  });

  test('a format of the file takes precedence over its number', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="31" formatCode="0.0"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="31"/></cellXfs>';
    assert.equal(await shown('<c s="1"><v>7</v></c>', { styles }), '7.0');
  });

  test('in binary workbooks, old and new', async () => {
    const binary = makeXlsb([{ name: 'S', records: [row(0, [cell(5, 0, 1, binaryDouble(45000))])] }], {
      styles: [0, 31],
    });
    assert.equal(await markdownOf(binary, { mediaType: XLSX }), '## S\n\n2023-03-15');
    const style = (format: number): Buffer => xlsRecord(0xe0, uint16(0), uint16(format), Buffer.alloc(16));
    const old = makeXls(
      [{ name: 'S', records: [xlsRecord(0x203, at(0, 0, 1), double(95.6 / DAY))] }],
      [style(0), style(47)],
    );
    assert.equal(await markdownOf(old, XLS), '## S\n\n01:35.6');
  });
});

describe('numbers', () => {
  test('whole numbers have all their digits', async () => {
    assert.equal(await shown('<c><v>1234567890123456</v></c>'), '1234567890123456');
    assert.equal(await shown('<c><v>98765432109876543210</v></c>'), '98765432109876543210');
    assert.equal(await shown('<c><v>0.1234567890123456</v></c>'), '0.123456789012346');
    const number = makeXlsb([{ name: 'S', records: [row(0, [cell(5, 0, 0, binaryDouble(4_503_599_627_370_497))])] }]);
    assert.equal(await markdownOf(number, { mediaType: XLSX }), '## S\n\n4503599627370497');
  });
});

test('truth values are checkboxes where the style says so', async () => {
  const styles =
    '<cellXfs><xf/><xf><extLst><ext xmlns:xfpb="http://x/featurepropertybag"><xfpb:xfComplement i="0"/></ext></extLst>' +
    '</xf></cellXfs>';
  const truth = (style: number, value: number): string => `<c s="${style}" t="b"><v>${value}</v></c>`;
  assert.equal(await shown(truth(1, 1), { styles }), '☑');
  assert.equal(await shown(truth(1, 0), { styles }), '☐');
  assert.equal(await shown(truth(0, 1), { styles }), 'TRUE');
});

describe('formulas without a value', () => {
  test('are shown and counted; those with a value are not', async () => {
    const line = ['<c><f>A1*2</f></c>', '<c><f>SUM(A1:A9)</f><v></v></c>', '<c><f>1+1</f><v>2</v></c>'];
    const document = await parse(makeXlsx([{ content: rows(line) }]), { mediaType: XLSX });
    assert.match(document.markdown, /\| `=A1\*2` \| `=SUM\(A1:A9\)` \| 2 \|/);
    assert.deepEqual(codes(document), [
      'formulas_shown Formulas shown because the file does not have their values: 2.',
    ]);
  });

  test('an empty text is a value', async () => {
    const document = await read('<c t="str"><f>IF(A1,"","")</f><v></v></c><c><v>1</v></c>');
    assert.deepEqual([document.markdown, codes(document)], ['## Sheet1\n\n1\n', []]);
  });

  test('zeros of a program that does not compute are no values', async () => {
    const formula = '<c><f>SUM(B1:B2)</f><v>0</v></c>';
    const properties = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';
    assert.equal(await shown(formula, { properties }), '`=SUM(B1:B2)`');
    assert.equal(await shown(formula), '0');
  });

  test('a shared formula moves with its cell; names of new functions are those of the program', async () => {
    const line = [
      '<c><f t="shared" ref="A1:C1" si="0">A9+$A9+LOG10(B$9)+Q1("A1")+\'A1\'!A2</f></c>',
      '<c><f t="shared" si="0"/></c>',
      '<c><f>_xlfn.CONCAT(A1)</f></c>',
    ];
    assert.match(
      await shown(line.join('')),
      /`=A9\+\$A9\+LOG10\(B\$9\)\+Q1\("A1"\)\+'A1'!A2` \| `=B9\+\$A9\+LOG10\(C\$9\)\+Q1\("A1"\)\+'A1'!B2` \| `=CONCAT\(A1\)`/,
    );
  });

  test('a link made by a formula is a link, with and without a value', async () => {
    const formula = '<f>HYPERLINK("https://a.example/x","Of &quot;fer")</f>';
    assert.equal(await shown(`<c>${formula}</c>`.replace('&quot;', '&quot;&quot;')), '[Of "fer](https://a.example/x)');
    assert.equal(
      await shown('<c t="str"><f>HYPERLINK("https://a.example/x")</f><v>y</v></c>'),
      '[y](https://a.example/x)',
    );
  });

  test('in workbooks of Excel 97 they are counted, if none has a value', async () => {
    const formula = (line: number, kind: number): Buffer =>
      xlsRecord(0x06, at(line, 0), Buffer.from([kind, 0, 0, 0, 0, 0, 0xff, 0xff]), Buffer.alloc(8));
    const read97 = (...records: readonly Buffer[]): Promise<ParsedDocument> =>
      parse(makeXls([{ name: 'S', records: [...records, xlsRecord(0x203, at(0, 1), double(1))] }]), XLS);
    assert.match(codes(await read97(formula(0, 3), formula(1, 3))).join(), /values of formulas: 2\./);
    assert.deepEqual(codes(await read97(formula(0, 3), formula(1, 1))), []);
  });

  test('in spreadsheets of OpenDocument', async () => {
    const table =
      '<table:table table:name="S"><table:table-row><table:table-cell table:formula="of:=[.A1]*SUM([$B.C2:.D3])"/>' +
      '</table:table-row></table:table>';
    const document = await parse(makeOdf('spreadsheet', table), ODS);
    assert.equal(document.markdown, '## S\n\n`=A1*SUM($B.C2:D3)`\n');
    assert.match(codes(document).join(), /formulas_shown .*: 1\./);
  });
});

describe('values of OpenDocument without text', () => {
  const ods = (attributes: string): Promise<string> =>
    markdownOf(
      makeOdf(
        'spreadsheet',
        `<table:table table:name="S"><table:table-row><table:table-cell ${attributes}/></table:table-row></table:table>`,
      ),
      ODS,
    );
  const value = (type: string, attributes: string): Promise<string> => ods(`office:value-type="${type}" ${attributes}`);

  test('are shown by their type', async () => {
    assert.equal(await value('float', 'office:value="3" table:formula="of:=1+2"'), '## S\n\n3');
    assert.equal(await value('float', 'office:value="12345678901234567890"'), '## S\n\n12345678901234567890');
    assert.equal(await value('percentage', 'office:value="0.07"'), '## S\n\n7%');
    assert.equal(await value('currency', 'office:value="9.5" office:currency="CHF"'), '## S\n\n9.5 CHF');
    assert.equal(await value('boolean', 'office:boolean-value="false"'), '## S\n\nFALSE');
    assert.equal(await value('time', 'office:time-value="PT26H04M07.250S"'), '## S\n\n26:04:07.250');
    assert.equal(await value('date', 'office:date-value="2026-02-03T04:05:06"'), '## S\n\n2026-02-03 04:05:06');
    assert.equal(await value('string', 'office:string-value="plain"'), '## S\n\nplain');
  });
});

describe('cells with other values than an error', () => {
  const RICH = 'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata';
  const error = (metadata: number): string => `<c t="e" vm="${metadata}"><v>#VALUE!</v></c>`;
  const list = (content: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const relation = (id: string, type: string, target: string, more = ''): string =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${more}/>`;
  const block = (index: number): string => `<bk><extLst><ext><xlrd:rvb i="${index}"/></ext></extLst></bk>`;
  const parts: Record<string, string | Uint8Array> = {
    'xl/_rels/workbook.xml.rels': list(
      relation('S1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('M', 'sheetMetadata', 'metadata.xml') +
        relation('V', 'rdRichValue', 'richData/rdrichvalue.xml') +
        relation('T', 'rdRichValueStructure', 'richData/rdrichvaluestructure.xml') +
        relation('L', 'richValueRel', 'richData/richValueRel.xml') +
        relation('N', 'cellImage', 'cellimages.xml'),
    ),
    'xl/metadata.xml':
      `<metadata xmlns:xlrd="${RICH}"><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/>` +
      `</metadataTypes><futureMetadata name="XLRICHVALUE">${block(1)}${block(0)}${block(2)}</futureMetadata>` +
      '<valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="2"/></bk></valueMetadata>' +
      '</metadata>',
    'xl/richData/rdrichvaluestructure.xml':
      `<rvStructures xmlns="${RICH}"><s t="_error"><k n="errorType"/></s><s t="_localImage"><k ` +
      'n="_rvRel:LocalImageIdentifier"/><k n="CalcOrigin"/><k n="Text"/></s><s t="_linkedentity2"><k ' +
      'n="_DisplayString"/></s></rvStructures>',
    'xl/richData/rdrichvalue.xml':
      `<rvData xmlns="${RICH}"><rv s="0"><v>8</v></rv><rv s="1"><v>0</v><v>5</v><v>A lamp</v></rv><rv ` +
      's="2"><v>Rome</v></rv></rvData>',
    'xl/richData/richValueRel.xml':
      '<richValueRels xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><rel ' +
      'r:id="P"/></richValueRels>',
    'xl/richData/_rels/richValueRel.xml.rels': list(relation('P', 'image', '../media/lamp.png')),
    'xl/cellimages.xml':
      '<etc:cellImages xmlns:etc="http://e" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"' +
      ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><etc:cellImage><xdr:pic>' +
      '<xdr:nvPicPr><xdr:cNvPr name="ID_A" descr="Chair"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="Q"/>' +
      '</xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>',
    'xl/_rels/cellimages.xml.rels': list(relation('Q', 'image', 'media/lamp.png')),
    'xl/media/lamp.png': PNG,
  };

  test('pictures, linked records and newer errors', async () => {
    const line = [error(1), error(2), error(3), '<c t="e"><v>#VALUE!</v></c>'];
    const { markdown } = await parse(makeXlsx([{ content: rows(line) }], { others: parts }), { mediaType: XLSX });
    assert.match(markdown, /\| !\[A lamp\]\(images\/lamp\.png\) \| #SPILL! \| Rome \| #VALUE! \|/);
  });

  test('pictures of WPS Office', async () => {
    const formula = '<c t="str"><f>_xlfn.DISPIMG("ID_A",1)</f><v>=DISPIMG("ID_A",1)</v></c>';
    assert.equal(await shown(formula, { others: parts }), '![Chair](images/lamp.png)');
  });

  test('a picture that the file lacks is no error, but counted', async () => {
    const document = await read(`<c><v>1</v></c>${error(1)}`);
    assert.equal(document.markdown, '## Sheet1\n\n1\n');
    assert.match(codes(document).join(), /^pictures_omitted .*: 1\.$/);
  });
});
