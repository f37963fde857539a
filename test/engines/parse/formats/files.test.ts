import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFiles } from '../../../../engines/parse/formats/index.ts';
import type { FormatFile } from '../../../../engines/parse/formats/index.ts';
import type { MadeFormat } from '../../../../engines/parse/options.ts';
import { decodePlaces, encodePlaces } from '../../../../engines/parse/documents/places.ts';
import type { ParseWarning } from '../../../../engines/parse/documents/types.ts';
import { assertLinearInText } from '../../../support/linear.ts';

const image = { name: 'a.png', mediaType: 'image/png', bytes: Buffer.from('picture') };

function filesOf(
  markdown: string,
  format: MadeFormat,
  picture = image,
): { files: FormatFile[]; warnings: ParseWarning[] } {
  const source = {
    markdown,
    title: 'Mills & tides',
    language: 'en',
    pages: [],
    places: [],
    pageSizes: [],
    images: [picture],
  };
  const warnings: ParseWarning[] = [];
  return { files: [...formatFiles(source, [format], (warning) => warnings.push(warning))], warnings };
}

function textOf(markdown: string, format: MadeFormat, index = 0): string {
  return Buffer.from(filesOf(markdown, format).files[index]?.bytes ?? []).toString();
}

describe('formats', () => {
  it('of plain text have no markup', () => {
    const markdown =
      '# Mills\n\n*Some* text.\n\n- one\n- two\n  - three\n\n| A | B |\n| --- | --- |\n| 1 | 2 ' +
      '|\n\nText.[^1]\n\n[^1]: Note.\n';
    const text = 'Mills\n\nSome text.\n\n- one\n- two\n  - three\n\nA\tB\n1\t2\n\nText.[^1]\n\n[1] Note.\n';
    assert.equal(textOf(markdown, 'text'), text);
  });

  it('of HTML embed the images, escape the title and allow no script', () => {
    const html = textOf('![A mill](images/a.png)\n\n![](images/absent.png)\n\n| **A** |\n| --- |\n| <br> |\n', 'html');
    assert.match(html, /<title>Mills &amp; tides<\/title>/);
    assert.match(html, /default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-/);
    assert.match(html, new RegExp(`<img src="data:image/png;base64,${image.bytes.toString('base64')}" alt="A mill">`));
    assert.match(html, /<img {2}alt="">/);
    assert.match(html, /<th><strong>A<\/strong><\/th>/);
  });

  it('of HTML embed a picture that is shown again and again up to a limit; then its description remains', () => {
    // 8 Mi characters in base64.
    const large = { ...image, bytes: Buffer.alloc(6 * 1024 * 1024) };
    const [file] = filesOf('![A mill](images/a.png)\n\n'.repeat(10), 'html', large).files;
    const html = Buffer.from(file?.bytes ?? []).toString();
    assert.equal(html.split('src="data:').length - 1, 8);
    assert.equal(html.split('alt="A mill"').length - 1, 10);
  });

  it('of tables are 500 at most; a warning reports the others', () => {
    const { files, warnings } = filesOf('| A |\n| --- |\n| 1 |\n\n'.repeat(502), 'tables');
    assert.deepEqual([files.length, files.at(-1)?.name], [500, 'table-500.csv']);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['tables_omitted'],
    );
  });

  it('of tables are safe in spreadsheets; merged text is repeated, numbers are as they are', () => {
    const markdown =
      '| A | B |\n| --- | --- |\n| =1+1 | -5.2 |\n\n<table>\n<tr><td ' +
      'colspan="2">a</td></tr>\n<tr><td>b</td><td>c</td></tr>\n</table>\n';
    assert.equal(textOf(markdown, 'tables'), "A,B\r\n'=1+1,-5.2\r\n");
    assert.equal(textOf(markdown, 'tables', 1), 'a,a\r\nb,c\r\n');
    const wide = textOf('<table>\n<tr><td colspan="1500">a</td></tr>\n</table>\n', 'tables');
    assert.equal(wide.split(',').length, 1000);
  });

  it('of tables have whole cells and rows of the same length', () => {
    const long = 'a'.repeat(40_000);
    assert.equal(textOf(`| A | B |\n| --- | --- |\n| ${long} |\n`, 'tables'), `A,B\r\n${long},\r\n`);
  });

  it('of a table are not much larger than it is, whatever its head and its spans say', () => {
    const wide = `${'|'.repeat(1001)}\n|${'-|'.repeat(1000)}\n${'|\n'.repeat(1990)}`;
    const inList = wide.replaceAll(/^/gm, '  ').replace('  ', '- ');
    const merged = `<table>\n<tr><td colspan="1000000">${'a'.repeat(30_000)}</td></tr>\n</table>\n`;
    const small = '\n| A |\n| --- |\n| 1 |\n';
    for (const [table, omitted] of [
      [wide, ['tables_omitted']],
      [inList, []],
      [merged, ['tables_omitted']],
    ] as const) {
      for (const format of ['blocks', 'html', 'text', 'chunks', 'tables'] as const) {
        const { files, warnings } = filesOf(`${table}${small}`, format);
        const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
        assert.ok(size < 150 * table.length, `${format}: ${size} bytes`);
        assert.deepEqual(
          warnings.map(({ code }) => code),
          format === 'tables' ? omitted : [],
        );
        if (format === 'tables') assert.equal(files.at(-1)?.name, 'table-2.csv');
      }
    }
  });

  it('of chunks have headings and spans', () => {
    const markdown = '# Mills\n\nA tide mill.\n';
    const chunk: unknown = JSON.parse(textOf(markdown, 'chunks'));
    assert.deepEqual(chunk, {
      id: 'c1',
      order: 0,
      headings: [],
      table_header: null,
      tokens: 6,
      page_from: null,
      page_to: null,
      markdown: { start: 0, end: markdown.length - 1 },
      text: markdown.trim(),
    });
  });

  it('of links have those of text, headings, pictures, and tables of both kinds', () => {
    const markdown = [
      '# [Mills](https://example.com/mills "All")',
      'See <https://example.com/a> and <a href="/b">*our* list</a>.',
      '[![A wheel](images/a.png)](https://example.com/wheel)',
      '| A | B |\n| --- | --- |\n| [one](c.html) | [two](d.html) |',
      '<table>\n<tr><td colspan="2"><a href="https://example.com/e?x=1&amp;y=2">three</a></td></tr>\n</table>',
      '- > | A |\n  > | --- |\n  > | [four](mailto:f@example.com) |',
    ].join('\n\n');
    const links = textOf(markdown, 'links').trimEnd().split('\n');
    assert.deepEqual(
      links.map((line): unknown => JSON.parse(line)),
      [
        ['Mills', 'https://example.com/mills', 'b1'],
        ['https://example.com/a', 'https://example.com/a', 'b2'],
        ['our list', '/b', 'b2'],
        ['A wheel', 'https://example.com/wheel', 'b3'],
        ['one', 'c.html', 'b4'],
        ['two', 'd.html', 'b4'],
        ['three', 'https://example.com/e?x=1&y=2', 'b5'],
        ['four', 'mailto:f@example.com', 'b6'],
      ].map(([text, url, block_id]) => ({ text, url, page: null, block_id })),
    );
  });

  it('take time linear in hostile Markdown', async () => {
    await assertLinearInText('formats', (text) => {
      for (const format of ['blocks', 'html', 'text', 'links', 'tables'] as const) textOf(text, format);
    });
  });

  it('take little memory for a table that spans say is huge', () => {
    const row = `<tr>${'<td colspan="1000">x</td>'.repeat(2000)}</tr>\n`;
    assert.match(textOf(`<table>\n${row.repeat(20)}</table>\n`, 'blocks'), /"type":"paragraph"/);
    const wide = `|${' a |'.repeat(3000)}\n|${' - |'.repeat(3000)}\n${'| b |\n'.repeat(3000)}`;
    assert.ok(textOf(wide, 'blocks').length < 300 * wide.length);
  });
});

describe('places', () => {
  it('are stored as they are', () => {
    const places = [{ start: 0, end: 7, confidence: null, boxes: [{ page: 2, x0: 1, y0: 2, x1: 3.5, y1: 4 }] }];
    const pageSizes = [{ page: 2, width: 612, height: 792 }];
    assert.deepEqual(decodePlaces(encodePlaces({ places, pageSizes })), { places, pageSizes });
    assert.equal(encodePlaces({ places: [], pageSizes: [] }).byteLength, 0);
  });
});
