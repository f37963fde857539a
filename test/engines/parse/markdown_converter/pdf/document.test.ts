import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Progress } from '../../../../../engines/parse/documents/types.ts';
import { LOREM, parse } from '../../../../support/documents/parse-pdf.ts';
import { makeLongPdf, makePdf, paragraph } from '../../../../support/documents/pdf.ts';

describe('document', () => {
  it('has only the requested pages, by their numbers in the file', async () => {
    const page_range = [
      { first: 2, last: 3 },
      { first: 9, last: 12 },
    ];
    const document = await parse(makeLongPdf(20), {}, { page_range, max_pages: 3 });
    assert.deepEqual(
      document.pages.map(({ page, start, end }) => [page, document.markdown.slice(start, end).split('\n')[0]]),
      [2, 3, 9].map((page) => [page, `# Chapter ${page}`]),
    );
    assert.deepEqual(
      document.warnings.map(({ code, page }) => [code, page]),
      [['pages_omitted', null]],
    );
    await assert.rejects(parse(makeLongPdf(2), {}, { page_range: [{ first: 5, last: 6 }] }), { code: 'empty' });
  });

  it('returns the span of each page in the Markdown', async () => {
    const pages = [{ text: paragraph(72, 100, LOREM) }, {}, { text: paragraph(72, 100, ['The last page.']) }];
    const { markdown, pages: spans } = await parse(makePdf(pages));
    assert.deepEqual(
      spans.map(({ page, start, end }) => [page, markdown.slice(start, end)]),
      [
        [1, LOREM.join(' ')],
        [2, ''],
        [3, 'The last page.'],
      ],
    );
  });

  it('reads the document information', async () => {
    const info = {
      Title: ' Tide  mills ',
      Author: 'Ada Miller, Ben Wheel and Cy Gate',
      CreationDate: "D:20240131120000+01'00'",
    };
    const document = await parse(makePdf([{ text: paragraph(72, 100, LOREM) }], { info, language: 'en-GB' }));
    assert.equal(document.title, 'Tide mills');
    assert.deepEqual(document.authors, ['Ada Miller', 'Ben Wheel', 'Cy Gate']);
    assert.equal(document.createdAt, '2024-01-31T11:00:00.000Z');
    assert.equal(document.language, 'en-GB');
  });

  it('leaves metadata that the document does not contain null', async () => {
    const document = await parse(makePdf([{ text: paragraph(72, 100, LOREM) }]));
    assert.deepEqual(
      [document.title, document.authors, document.createdAt, document.language, document.warnings],
      [null, [], null, null, []],
    );
  });

  it('reports progress for each of a hundred pages', async () => {
    const reported: Progress[] = [];
    const document = await parse(makeLongPdf(100), { onProgress: (progress) => reported.push(progress) });
    // Each page is looked at twice: half of the progress each time.
    assert.deepEqual(
      reported.map(({ completed }) => completed),
      Array.from({ length: 200 }, (_, index) => Math.floor((index + 1) / 2)),
    );
    assert.deepEqual(reported.at(-1), { completed: 100, total: 100, unit: 'pages', message: null });
    const last = document.pages[99];
    assert.ok(last !== undefined);
    assert.match(document.markdown.slice(last.start, last.end), /^# Chapter 100\n\nThis is part 1 of page 100,/);
  });
});
