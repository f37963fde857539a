/** Numbers that another program wrote say what that program shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BookType } from '@e965/xlsx';
import { markdownOf, XLSX } from '../../../support/documents/parse.ts';
import { formattedNumbers, wrongNumbers, writeSheet, writtenNumbers } from './formatted.ts';

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet';

describe('numbers in workbooks', () => {
  const formats: readonly (readonly [BookType, string])[] = [
    ['xlsx', XLSX],
    ['xlsb', XLSX],
    ['biff8', 'application/vnd.ms-excel'],
  ];
  for (const [type, mediaType] of formats) {
    test(type, async () => {
      const numbers = formattedNumbers(type);
      assert.deepEqual(wrongNumbers(await markdownOf(writeSheet(numbers, type), { mediaType }), numbers), []);
    });
  }
});

describe('numbers as text', () => {
  const formats: readonly (readonly [BookType, string, filter?: RegExp])[] = [
    ['csv', 'text/csv'],
    ['html', 'text/html'],
    // SheetJS complains of codes that it cannot describe in OpenDocument, and writes only ASCII into RTF.
    ['ods', OPEN_DOCUMENT, /^[#,.0%?/()]+$/],
    ['fods', OPEN_DOCUMENT, /^[#,.0%?/()]+$/],
    ['rtf', 'application/rtf', /^[\x20-\x7e]+$/],
  ];
  for (const [type, mediaType, codes = /./] of formats) {
    test(type, async () => {
      const numbers = writtenNumbers(type).filter(({ code }) => codes.test(code));
      assert.deepEqual(wrongNumbers(await markdownOf(writeSheet(numbers, type), { mediaType }), numbers), []);
    });
  }
});
