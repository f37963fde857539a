/** Cells that a merged one covers keep values that no program shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { makeOdf } from '../../../../support/documents/odf.ts';
import { parse, XLSX } from '../../../../support/documents/parse.ts';
import { makeXlsx, rows } from '../../../../support/documents/xlsx.ts';

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const odsCell = (text: string, name = 'table-cell', more = ''): string =>
  `<table:${name} ${more}><text:p>${text}</text:p></table:${name}>`;

/** A row with a merged cell above one with two. */
const merged = {
  [XLSX]: (below: string): Uint8Array =>
    makeXlsx([{ content: `${rows(['Tides', below], ['a', 'b'])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>` }]),
  [ODS]: (below: string): Uint8Array =>
    makeOdf(
      'spreadsheet',
      '<table:table table:name="S"><table:table-row>' +
        odsCell('Tides', 'table-cell', 'table:number-columns-spanned="2"') +
        `${odsCell(below, 'covered-table-cell')}</table:table-row><table:table-row>${odsCell('a')}${odsCell('b')}` +
        '</table:table-row></table:table>',
    ),
};

for (const [mediaType, make] of Object.entries(merged)) {
  const read = async (below: string, hidden: boolean): Promise<readonly [markdown: string, warnings: string[]]> => {
    const options = { ...DEFAULT_PARSE_OPTIONS, hidden };
    const { markdown, warnings } = await parse(make(below), { mediaType, options });
    return [markdown, warnings.map(({ message }) => message)];
  };

  test(`a covered value is counted, or shown at its place (${mediaType})`, async () => {
    const [without, warnings] = await read('Ebb', false);
    assert.doesNotMatch(without, /Ebb/);
    assert.deepEqual(warnings, ['Hidden content omitted: cells below merged ones: 1.']);
    const [markdown, none] = await read('Ebb', true);
    assert.match(markdown, /\| Tides \| Ebb \|/);
    assert.deepEqual(none, []);
  });

  test(`a copy of the value that is shown is not counted (${mediaType})`, async () => {
    assert.deepEqual((await read('Tides', false))[1], []);
  });
}
