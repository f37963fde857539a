import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../engines/parse/options.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { convertWith, openParseConverters } from '../../../support/converters.ts';
import { makeOdf } from '../../../support/documents/odf.ts';
import { makeXlsx } from '../../../support/documents/xlsx.ts';
import { makeZip } from '../../../support/documents/zip.ts';

const LIMIT = 1024 ** 2;

const pool = openParseConverters({ converters: 1, converterMemoryMb: 512, maxMarkdownBytes: LIMIT });
after(() => pool.close());

async function convert(
  filename: string,
  content: string | Uint8Array,
  options: Partial<ParseOptions> = {},
): ReturnType<typeof convertWith> {
  const bytes = Buffer.from(content);
  const input = {
    bytes,
    filename,
    charset: null,
    url: null,
    options: { ...DEFAULT_PARSE_OPTIONS, ...options },
    mediaType: sniffMediaType(bytes, { filename, declared: null }),
  };
  return convertWith(pool, input);
}

const words = (bytes: number): string => 'tides '.repeat(bytes / 6);
const size = ({ markdown }: { readonly markdown: string }): number => Buffer.byteLength(markdown);

/** Small files that repeat one thing very often. */
const REPEATING: readonly [name: string, bytes: string | Uint8Array, options?: Partial<ParseOptions>][] = [
  [
    'one-string.xlsx',
    makeXlsx(
      [
        {
          content: `<sheetData>${Array.from({ length: 100 }, (_, row) => `<row r="${row + 1}">${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`).join('')}</sheetData>`,
        },
      ],
      { strings: `<si><t>${words(6000)}</t></si>` },
    ),
  ],
  [
    'repeated-cells.ods',
    makeOdf(
      'spreadsheet',
      '<table:table table:name="S"><table:table-row table:number-rows-repeated="1000"><table:table-cell ' +
        `table:number-columns-repeated="100"><text:p>${words(300)}</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ],
  [
    'repeated-cells.odt',
    makeOdf(
      'text',
      '<table:table><table:table-row table:number-rows-repeated="1000"><table:table-cell ' +
        `table:number-columns-repeated="100"><text:p>${words(300)}</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ],
  [
    'spans.html',
    `<!doctype html><table><tr><td colspan=1000 rowspan=900>${words(60)}<td>x${'<tr><td>x'.repeat(900)}</table>`,
    { tables: 'pipe' },
  ],
  [
    'one-chart.xlsx',
    makeXlsx([{ content: '<sheetData/>', relationships: relation('D', 'drawing', '../drawings/drawing1.xml') }], {
      others: {
        'xl/drawings/drawing1.xml':
          '<xdr:wsDr xmlns:xdr="x" ' +
          `xmlns:a="a">${`<xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>${words(6000)}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`.repeat(300)}</xdr:wsDr>`,
      },
    }),
  ],
];

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
}

for (const [name, bytes, options] of REPEATING) {
  test(`${name}: output beyond the limit fails with its error`, async () => {
    assert.ok(Buffer.from(bytes).length < LIMIT / 4, 'the file is small');
    await assert.rejects(convert(name, bytes, options), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code, 'output_too_large');
      assert.equal(error.retryable, false);
      assert.equal(error.details['limit_bytes'], LIMIT);
      return true;
    });
  });
}

test('archive members beyond the limit are left out, each with a warning', async () => {
  const large = words(600_000);
  const archive = makeZip({
    'a.txt': large,
    'b.txt': large,
    'inner.zip': makeZip({ 'c.txt': large }),
    'd.txt': 'small',
  });
  const document = await convert('texts.zip', archive);
  assert.ok(size(document) <= LIMIT, `${size(document)} bytes`);
  assert.deepEqual(
    document.warnings.map(({ code }) => code),
    ['nested_output_too_large', 'nested_output_too_large'],
  );
  assert.match(document.markdown, /^## a\.txt\n\ntides [\s\S]*## b\.txt\n\n## inner\.zip\n\n## d\.txt\n\nsmall\n$/);
});

test('an attachment beyond the limit is left out with a warning', async () => {
  const part = (name: string, text: string): string =>
    `--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: ` +
    `attachment; filename=${name}.zip\r\n\r\n${Buffer.from(makeZip({ 'a.txt': text })).toString('base64')}\r\n`;
  const head = 'From: a@b.org\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
  const large = words(600_000);
  const message =
    `${head}--b\r\n\r\nThe ` +
    `text.\r\n${part('first', large)}${part('second', large)}${part('third', 'small')}--b--\r\n`;
  const document = await convert('message.eml', message);
  assert.ok(size(document) <= LIMIT, `${size(document)} bytes`);
  assert.deepEqual(
    document.warnings.map(({ code }) => code),
    ['nested_output_too_large'],
  );
  assert.match(document.markdown, /The text\.[\s\S]*small/);
});

test('a text that is long in the source passes whole', async () => {
  const long = words(3 * LIMIT).trimEnd();
  assert.equal(size(await convert('long.txt', long)), long.length + 1);
  const latin = Buffer.alloc(2 * LIMIT, 'M\xf6we ', 'latin1');
  assert.ok(size(await convert('latin.txt', latin)) > latin.length);
});

test('JSON whose layout would exceed the limit is laid out less deeply', async () => {
  const json = `[${'[1,[2]],'.repeat(LIMIT / 9)}0]`;
  const { markdown } = await convert('long.json', json);
  assert.ok(Buffer.byteLength(markdown) <= 2 * json.length);
  assert.ok(markdown.startsWith('```json\n[\n  [1,[2]],\n'), markdown.slice(0, 100));
});

test('depth alone does not make a document long', async () => {
  const json = `${'['.repeat(1000)}${'[1],'.repeat(20_000)}1${']'.repeat(1000)}`;
  const lists = `<!doctype html>${'<ul><li>'.repeat(180)}${'<p>a'.repeat(10_000)}`;
  const quotes = `<!doctype html>${'<blockquote>'.repeat(300)}${'<p>a'.repeat(10_000)}`;
  for (const [name, text] of Object.entries({ 'deep.json': json, 'deep.html': lists, 'quotes.html': quotes })) {
    const times = size(await convert(name, text)) / text.length;
    assert.ok(times < 20, `${name} became ${times.toFixed(1)} times as long`);
  }
});
