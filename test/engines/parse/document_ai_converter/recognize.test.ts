import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { recognizeDocument } from '../../../../engines/parse/document_ai_converter/index.ts';
import { rotate, turnClockwise, turnHalf } from '../../../../engines/parse/document_ai_converter/raster/raster.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../engines/parse/options.ts';
import { documentAiDirectory } from '../../../../domain/parse/document-ai.ts';
import { obtainDocumentAi } from '../../../../embedded/setup/document-ai.ts';
import { parse as parsePdf } from '../../../support/documents/parse-pdf.ts';
import { makePdf, pdfRectangle } from '../../../support/documents/pdf.ts';
import type { PdfPage } from '../../../support/documents/pdf.ts';
import { bmpOf, scanOf } from '../../../support/documents/scans.ts';

const directory = documentAiDirectory(process.env);
before(() => obtainDocumentAi(directory, () => undefined));

const recognize = (bytes: Uint8Array, mediaType: string, options: Partial<ParseOptions> = {}, folder = directory) =>
  recognizeDocument(
    { bytes, mediaType, charset: null, filename: null, url: null, options: { ...DEFAULT_PARSE_OPTIONS, ...options } },
    { signal: new AbortController().signal, onProgress: () => {}, documentAi: { directory: folder, threads: 2 } },
  );

const rows = ['Measure|Before|After', 'Length|12 mm|15 mm', 'Weight|350 kg|270 kg'].map((row) => row.split('|'));
const [left, top, columnWidth, rowHeight] = [72, 200, 120, 24];

/** A heading, a paragraph and a table with drawn lines. */
const PAGE: PdfPage = {
  text: [
    { x: 72, y: 90, text: 'Annual report', size: 22, font: 'bold' },
    { x: 72, y: 130, text: 'The mill ground more corn this year than in any year before it,' },
    { x: 72, y: 144, text: 'and the river carried enough water from spring until the frost.' },
    ...rows.flatMap((row, index) =>
      row.map((text, column) => ({ x: left + column * columnWidth + 6, y: top + index * rowHeight + 16, text })),
    ),
  ],
  lines: [
    ...[0, 1, 2, 3].map((row) => {
      const y = top + row * rowHeight;
      return { x0: left, y0: y, x1: left + 3 * columnWidth, y1: y };
    }),
    ...[0, 1, 2, 3].map((column) => {
      const x = left + column * columnWidth;
      return { x0: x, y0: top, x1: x, y1: top + 3 * rowHeight };
    }),
  ],
};

const MARKDOWN = `# Annual report

The mill ground more corn this year than in any year before it, and the river carried enough water from spring until the frost.

| Measure | Before | After |
| --- | --- | --- |
| Length | 12 mm | 15 mm |
| Weight | 350 kg | 270 kg |
`;

test('a scan becomes headings, paragraphs and tables', async () => {
  const document = await recognize(bmpOf(await scanOf(PAGE)), 'image/bmp');
  assert.equal(document.markdown, MARKDOWN);
  assert.deepEqual(document.warnings, []);
  assert.deepEqual(document.pages, [{ page: 1, start: 0, end: MARKDOWN.length - 1 }]);
  const [quality] = document.qualities;
  assert.equal(quality?.ocr, true);
  assert.ok((quality?.confidence ?? 0) > 0.95);
});

test('a scan that is sideways, upside down or skewed is read the same, with a warning', async () => {
  const scan = await scanOf(PAGE);
  for (const [reason, turned] of [
    [/turned by 90°/, turnClockwise(turnHalf(scan))],
    [/turned by 180°/, turnHalf(scan)],
    [/skewed by 2\.\d°/, rotate(scan, 2)],
  ] as const) {
    const document = await recognize(bmpOf(turned), 'image/bmp');
    assert.equal(document.markdown, MARKDOWN);
    assert.match(document.qualities[0]?.reasons.join() ?? '', reason);
  }
});

test('a page with a clean text layer is used unchanged', async () => {
  const document = await recognize(makePdf([PAGE]), 'application/pdf', {}, '/nowhere');
  assert.match(document.markdown, /^# Annual report\n/);
  assert.deepEqual(document.qualities, [{ page: 1, ocr: false, confidence: 1, reasons: [] }]);
});

test('options.ocr decides whether a page is recognized', async () => {
  const pdf = makePdf([PAGE]);
  const forced = await recognize(pdf, 'application/pdf', { ocr: 'force' });
  assert.deepEqual(
    forced.qualities.map(({ ocr, reasons }) => [ocr, reasons[0]]),
    [[true, 'requested']],
  );
  assert.match(forced.markdown, /The mill ground more corn/);
  const scanned = makePdf([{ image: true }, PAGE]);
  const off = await recognize(scanned, 'application/pdf', { ocr: 'off' });
  assert.deepEqual(
    off.warnings.map(({ code, page }) => [code, page]),
    [['no_text_layer', 1]],
  );
  const image = bmpOf(await scanOf(PAGE));
  await assert.rejects(recognize(image, 'image/bmp', { ocr: 'off' }), { code: 'empty' });
});

test('of a document of text, pages without text are recognized, and what is on the others stays', async () => {
  const whole = { x: 0, y: 0, width: 612, height: 792, number: 1, scan: await scanOf(PAGE) };
  const upper = { x: 72, y: 72, width: 459, height: 594, number: 2, scan: await scanOf({ text: PAGE.text ?? [] }) };
  const note = `/Subtype /Text ${pdfRectangle({ x0: 400, y0: 290, x1: 418, y1: 308 })} /T (Eve) /Contents (Ask the miller.)`;
  const text = PAGE.text?.slice(1, 3) ?? [];
  const pdf = makePdf([
    { text, pictures: [{ x: 72, y: 300, width: 64, height: 64, number: 3 }], annotations: [note] },
    { pictures: [whole] },
    { text: [{ x: 72, y: 40, text: 'Weirside Mill, 1923' }], pictures: [upper] },
  ]);
  const plain = await parsePdf(pdf);
  assert.deepEqual(
    plain.warnings.map(({ code, page }) => [code, page]),
    [
      ['no_text_layer', 2],
      ['no_text_layer', 3],
    ],
  );
  const { markdown, warnings, qualities, images } = await recognize(pdf, 'application/pdf', { comments: true });
  assert.deepEqual(
    qualities.map(({ ocr }) => ocr),
    [false, true, true],
  );
  assert.equal(markdown.match(/The mill ground more corn/g)?.length, 3);
  assert.match(markdown, /Comment by Eve[^]*\| Length \| 12 mm \|[^]*Weirside Mill, 1923[^]*Annual report/);
  assert.match(markdown, new RegExp(`!\\[\\]\\(images/${images[0]?.name ?? 'none'}\\)`));
  assert.deepEqual(warnings, []);
});

test('images that are damaged or declare too many pixels are refused', async () => {
  const cut = bmpOf(await scanOf({ text: [] })).subarray(0, 40);
  await assert.rejects(recognize(cut, 'image/bmp'), { code: 'corrupt' });
  await assert.rejects(recognize(Buffer.from('GIF89a'), 'image/gif'), { code: 'corrupt' });
  await assert.rejects(recognize(Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'), 'image/tiff'), { code: 'corrupt' });
  const huge = Buffer.alloc(64);
  huge.writeInt32LE(60_000, 18);
  huge.writeInt32LE(60_000, 22);
  await assert.rejects(recognize(huge, 'image/bmp'), { code: 'too_large' });
});

test('without its models the engine is temporarily unavailable', async () => {
  await assert.rejects(recognize(Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), 'image/gif', {}, '/nowhere'), {
    code: 'unavailable',
    retryable: true,
  });
});
