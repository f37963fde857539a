/** Tables and sheets that are far larger than their files. */
import { cellDefinitions, makeDoc, uint16 } from '../documents/doc.ts';
import { makeDocx, paragraph } from '../documents/docx.ts';
import { makeOdf } from '../documents/odf.ts';
import { makeXls, at, xlsRecord, xlsString } from '../documents/xls.ts';
import { makeXlsx, rows } from '../documents/xlsx.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';

const cell = (text: string, more = ''): string =>
  `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
const table = (content: string): string => `<table:table table:name="S">${content}</table:table>`;

export const TABLE_IDEAS: readonly Idea[] = [
  {
    name: 'wide.csv',
    make: (random, size) => Buffer.from(fill(random.pick([',', ';', '\t', '"",', '"a""', 'a,']), size)),
  },
  { name: 'uneven.csv', make: (_random, size) => Buffer.from(`${fill(',', size / 2)}\n${fill('a\n', size / 2)}`) },
  {
    name: 'quotes.csv',
    make: (random, size) => Buffer.from(`a,b\n"${fill(random.pick(['""', 'a\n', '"', ',']), size)}`),
  },
  {
    name: 'spans.html',
    make: (random, size) =>
      Buffer.from(
        '<!doctype ' +
          `html><table>${fill(`<tr><td colspan=${random.pick([1000, 99_999_999])} rowspan=${random.pick([0, 65_534, 99_999_999])}>x`, size)}</table>`,
      ),
  },
  {
    name: 'wide.html',
    make: (_random, size) =>
      Buffer.from(`<!doctype html><table><tr>${fill('<td>x', size / 2)}${fill('<tr><td>x', size / 2)}</table>`),
  },
  {
    name: 'loose-cells.html',
    make: (random, size) =>
      Buffer.from(
        '<!doctype ' +
          `html><table>${fill(random.pick(['<caption>x', '<col span=1000>', '<tbody>', '<td>', '<table>', 'x<b>', '<th><th>']), size)}`,
      ),
  },
  {
    name: 'merged.docx',
    make: (_random, size) =>
      makeDocx(
        `<w:tbl>${fill(`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000"/><w:vMerge/></w:tcPr>${paragraph('x')}</w:tc></w:tr>`, size * 2)}</w:tbl>`,
      ),
  },
  {
    name: 'wide.docx',
    make: (_random, size) =>
      makeDocx(`<w:tbl><w:tr>${fill(`<w:tc>${paragraph('x')}</w:tc>`, size * 2)}</w:tr></w:tbl>`),
  },
  {
    name: 'one-string.xlsx',
    make: (random, size) => {
      const line = `<row>${'<c t="s"><v>0</v></c>'.repeat(random.whole(1, 400))}</row>`;
      return makeXlsx([{ content: `<sheetData>${fill(line, size * 4)}</sheetData>` }], {
        strings: `<si><t>${fill(random.pick(['tides ', '*', '|', '<']), 30_000)}</t></si>`,
      });
    },
  },
  {
    name: 'far-cells.xlsx',
    make: (random, size) => {
      const line = (): string => {
        const row = random.whole(1, 1_048_576);
        return `<row r="${row}"><c r="${random.pick(['A', 'XFD', 'ZZ'])}${row}"><v>1</v></c></row>`;
      };
      return makeXlsx([{ content: `<sheetData>${Array.from({ length: size / 50 }, line).join('')}</sheetData>` }]);
    },
  },
  {
    name: 'merges.xlsx',
    make: (_random, size) =>
      makeXlsx([
        {
          content: `${rows(['a', 'b'], ['c', 'd'])}<mergeCells>${fill('<mergeCell ref="A1:XFD1048576"/>', size * 2)}</mergeCells>`,
        },
      ]),
  },
  {
    name: 'sheets.xlsx',
    make: (_random, size) =>
      makeXlsx(Array.from({ length: size / 500 }, (_, index) => ({ name: `S${index}`, content: rows(['a']) }))),
  },
  {
    name: 'repeated.ods',
    make: (random) => {
      const repeat = (most: number): number => 2 ** random.whole(4, Math.log2(most));
      const row = ` table:number-rows-repeated="${repeat(1_048_576)}"`;
      return makeOdf(
        'spreadsheet',
        table(
          `<table:table-row${row}>${cell('tides', ` table:number-columns-repeated="${repeat(16_384)}"`)}</table:table-row>`,
        ),
      );
    },
  },
  {
    name: 'many-repeated.ods',
    make: (_random, size) =>
      makeOdf(
        'spreadsheet',
        table(fill(`<table:table-row table:number-rows-repeated="1000">${cell('x')}</table:table-row>`, size * 2)),
      ),
  },
  {
    name: 'spanned.ods',
    make: (_random, size) =>
      makeOdf(
        'spreadsheet',
        table(
          fill(
            `<table:table-row>${cell('x', ' table:number-columns-spanned="16384" table:number-rows-spanned="9"')}</table:table-row>`,
            size * 2,
          ),
        ),
      ),
  },
  {
    name: 'repeated.odt',
    make: (random) =>
      makeOdf(
        'text',
        table(
          fill(
            '<table:table-row ' +
              `table:number-rows-repeated="1000">${cell('tides', ` table:number-columns-repeated="${random.whole(10, 1000)}"`)}</table:table-row>`,
            20_000,
          ),
        ),
      ),
  },
  {
    name: 'merges.xls',
    make: (random, size) =>
      makeXls([
        {
          name: 'S',
          records: [
            xlsRecord(0x204, at(0, 0), xlsString('a')),
            ...Array.from({ length: size / 14 }, () =>
              xlsRecord(0xe5, uint16(1), uint16(0), uint16(random.whole(0, 65_535)), uint16(0), uint16(255)),
            ),
          ],
        },
      ]),
  },
  {
    name: 'scattered.xls',
    make: (random, size) =>
      makeXls([
        {
          name: 'S',
          records: Array.from({ length: size / 20 }, () =>
            xlsRecord(0x204, at(random.whole(0, 65_535), random.whole(0, 255)), xlsString('a')),
          ),
        },
      ]),
  },
  {
    name: 'table.doc',
    make: (_random, size) =>
      // As many paragraphs as one page of their properties holds.
      makeDoc(
        Array.from({ length: 20 }, () => ({
          text: fill('x\x07', size / 20),
          paragraph: cellDefinitions([0, 100, 200]),
        })),
      ),
  },
  {
    name: 'records.json',
    make: (_random, size) =>
      Buffer.from(`[${Array.from({ length: size / 12 }, (_, index) => `{"k${index % 41}":1}`).join(',')}]`),
  },
  {
    name: 'keys.json',
    make: (_random, size) =>
      Buffer.from(`{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":${index}`).join(',')}}`),
  },
];
