import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePdf } from '../../../../../engines/parse/markdown_converter/pdf/index.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { LOREM, parse } from '../../../../support/documents/parse-pdf.ts';
import { makeLongPdf, makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import { makeProtectedPdf } from '../../../../support/documents/protected-pdf.ts';

describe('sources that cannot be read', () => {
  const code = (expected: string) => (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === expected;

  it('refuses a protected file as encrypted', async () => {
    const bytes = makePdf([{ text: paragraph(72, 100, LOREM) }], { encrypted: true });
    await assert.rejects(parse(bytes), code('encrypted'));
  });

  it('opens a protected file with the first password that fits, and names the option otherwise', async () => {
    const input = {
      bytes: makeProtectedPdf('The mill is sold.', 'whetstone'),
      mediaType: 'application/pdf',
      charset: null,
      filename: null,
      url: null,
      options: DEFAULT_PARSE_OPTIONS,
    };
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const { markdown } = await parsePdf({ ...input, passwords: ['millstone', 'whetstone'] }, context);
    assert.match(markdown, /The mill is sold\./);
    const refused = (message: RegExp) => ({ code: 'encrypted', message, details: { field: 'options.password_ref' } });
    await assert.rejects(parsePdf(input, context), refused(/name the secret/));
    await assert.rejects(parsePdf({ ...input, passwords: ['millstone'] }, context), refused(/does not open it/));
  });

  it('refuses garbage and truncated files as corrupt', async () => {
    await assert.rejects(parse(Buffer.from('This is not a PDF.')), code('corrupt'));
    await assert.rejects(parse(makePdf([{}]).slice(0, 40)), code('corrupt'));
  });

  it('refuses zero bytes and zero pages as empty', async () => {
    await assert.rejects(parse(new Uint8Array()), code('empty'));
    await assert.rejects(parse(makePdf([])), code('empty'));
  });

  it('stops between pages when it is aborted', async () => {
    const controller = new AbortController();
    let reported = 0;
    const parsing = parse(makeLongPdf(50), {
      signal: controller.signal,
      onProgress: ({ completed }) => {
        reported = completed;
        if (completed === 3) controller.abort();
      },
    });
    await assert.rejects(parsing, { name: 'AbortError' });
    assert.equal(reported, 3);
  });

  it('warns of each page that is an image, and returns no text', async () => {
    const document = await parse(makePdf([{ image: true }, { image: true }]));
    assert.equal(document.markdown, '');
    assert.deepEqual(
      document.warnings.map((warning) => [warning.code, warning.page]),
      [
        ['no_text_layer', 1],
        ['no_text_layer', 2],
      ],
    );
  });

  it('warns of each page whose text is illegible, and returns what there is', async () => {
    const moved = LOREM.map((line) => line.replace(/[aeiou]/gi, 'x'));
    const { markdown, warnings } = await parse(makePdf([{ text: paragraph(72, 100, moved) }]));
    assert.ok(markdown.length > 100);
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['text_layer_poor', 1]],
    );
  });

  it('warns once that a file declares more pages than it has', async () => {
    const bytes = Buffer.from(makePdf([{ text: paragraph(72, 100, LOREM) }])).toString('latin1');
    const { warnings, pages } = await parse(Buffer.from(bytes.replace('/Count 1', '/Count 500'), 'latin1'));
    assert.equal(pages.length, 1);
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['pages_missing', null]],
    );
    const endless = parse(Buffer.from(bytes.replace('/Count 1', '/Count 900000'), 'latin1'));
    await assert.rejects(endless, { code: 'too_large' });
  });

  it('falls back to plain lines for a page with too many words', async () => {
    const text = Array.from({ length: 12_100 }, (_, index) => ({
      x: 20 + (index % 110) * 5,
      y: 20 + Math.floor(index / 110) * 6,
      text: 'ab',
      size: 3,
    }));
    const { warnings, markdown } = await parse(makePdf([{ text }]));
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['layout_skipped'],
    );
    assert.equal(markdown.match(/ab/g)?.length, 12_100);
  });

  it('omits an unreadable page, with a warning, and continues', async () => {
    const document = await parse(
      makePdf([
        { text: paragraph(72, 100, LOREM) },
        { broken: true },
        { text: paragraph(72, 100, ['The last page.']) },
      ]),
    );
    assert.deepEqual(
      document.warnings.map((warning) => [warning.code, warning.page]),
      [['page_unreadable', 2]],
    );
    assert.match(document.markdown, /The last page\./);
    assert.equal(document.pages.length, 3);
  });
});
