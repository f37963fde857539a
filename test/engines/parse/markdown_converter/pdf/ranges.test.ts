import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePdf } from '../../../../../engines/parse/markdown_converter/pdf/index.ts';
import { rangedPdf } from '../../../../../engines/parse/markdown_converter/pdf/ranges.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../../engines/parse/options.ts';
import type { ParseInput, ParsedDocument, Progress } from '../../../../../engines/parse/documents/types.ts';
import { makeLongPdf, makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import type { PdfPage } from '../../../../support/documents/pdf.ts';

const inputOf = (bytes: Uint8Array, options: Partial<ParseOptions> = {}): ParseInput => ({
  bytes,
  mediaType: 'application/pdf',
  charset: null,
  filename: null,
  url: null,
  options: { ...DEFAULT_PARSE_OPTIONS, ...options },
});

const contextOf = (reported: Progress[] = []) => ({
  signal: new AbortController().signal,
  onProgress: (progress: Progress) => void reported.push(progress),
});

async function inRanges(input: ParseInput): Promise<ParsedDocument> {
  const long = await rangedPdf.begin(input, contextOf());
  assert.ok(long !== null);
  const parts = [];
  for (const range of long.ranges.toReversed()) {
    parts.unshift((await rangedPdf.convert(input, long.survey, range, contextOf())).content);
  }
  return rangedPdf.join(input, long.survey, parts);
}

/** Chapters with headings of their own size, a running head each, a table and a sentence over the ends of ranges. */
const book = (pageCount: number): Uint8Array =>
  makePdf(
    Array.from({ length: pageCount }, (_, index): PdfPage => {
      const number = index + 1;
      const rows = [200, 220, 240].map((y) => ({ x0: 72, y0: y, x1: 300, y1: y }));
      const columns = [72, 180, 300].map((x) => ({ x0: x, y0: 200, x1: x, y1: 240 }));
      const cells = ['Mill', 'Power', `Mill ${number}`, `${number} kW`];
      const first = paragraph(72, 150, [
        'and the tide that turned the wheel of this mill ran out again in the evening of the same day, so that the',
        'miller had to wait for the next one.',
      ]);
      const last = paragraph(72, 600, [
        'The gate lets the water in while the sea rises, and the pond behind the mill keeps it there until the time',
      ]);
      return {
        text: [
          { x: 72, y: 40, text: `Book of mills ${number}`, size: 8 },
          ...(number % 40 === 1 ? [{ x: 72, y: 100, text: `Part ${number}`, size: 24, font: 'bold' as const }] : []),
          ...(number % 3 === 0 ? [{ x: 72, y: 120, text: 'A mill', size: 14, font: 'bold' as const }] : []),
          ...cells.map((text, cell) => ({ x: cell % 2 === 0 ? 76 : 184, y: cell < 2 ? 214 : 234, text })),
          ...first,
          ...last,
          { x: 300, y: 770, text: String(number), size: 8 },
        ],
        lines: [...rows, ...columns],
        broken: number === 150,
      };
    }),
  );

describe('a long PDF in ranges', () => {
  it('becomes the same document as in one go', async () => {
    const input = inputOf(book(210));
    const whole = await parsePdf(input, contextOf());
    assert.match(whole.markdown, /^# Part 1$/m);
    assert.match(whole.markdown, /until the time and the tide that turned/);
    assert.doesNotMatch(whole.markdown, /Book of mills/);
    assert.deepEqual(
      whole.warnings.map(({ page }) => page),
      [150],
    );
    assert.deepEqual(await inRanges(input), whole);
  });

  it('has only the requested pages, by their numbers in the file', async () => {
    const page_range = [
      { first: 3, last: 12 },
      { first: 200, last: 420 },
    ];
    const input = inputOf(makeLongPdf(420), { page_range, max_pages: 205 });
    const document = await inRanges(input);
    assert.equal(document.pages.length, 205);
    assert.equal(document.pages[0]?.page, 3);
    assert.equal(document.pages.at(-1)?.page, 394);
    assert.deepEqual(document, await parsePdf(input, contextOf()));
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['pages_omitted'],
    );
  });

  it('is surveyed first, which counts as half of the progress, then reported page by page', async () => {
    const input = inputOf(makeLongPdf(210));
    const surveyed: Progress[] = [];
    const long = await rangedPdf.begin(input, contextOf(surveyed));
    assert.deepEqual(surveyed.at(-1), { completed: 105, total: 210, unit: 'pages', message: null });
    assert.deepEqual(long?.ranges, [
      { first: 1, last: 100, pages: 100 },
      { first: 101, last: 200, pages: 100 },
      { first: 201, last: 210, pages: 10 },
    ]);
    const [, , last] = long?.ranges ?? [];
    assert.ok(long !== null && last !== undefined);
    const told: Progress[] = [];
    await rangedPdf.convert(input, long.survey, last, contextOf(told));
    assert.deepEqual(told.at(-1), { completed: 10, total: 10, unit: 'pages', message: null });
  });

  it('is converted in one go while it is short', async () => {
    assert.equal(await rangedPdf.begin(inputOf(makeLongPdf(200)), contextOf()), null);
  });
});
