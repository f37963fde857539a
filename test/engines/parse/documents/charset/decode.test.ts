import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decodeText } from '../../../../../engines/parse/documents/charset/decode.ts';
import { decoderOf } from '../../../../../engines/parse/documents/charset/decoders.ts';
import { isCharset } from '../../../../../engines/parse/documents/charset/options.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { parse } from '../../../../support/documents/parse.ts';

interface Said {
  readonly declared?: string;
  readonly asked?: string;
  readonly mediaType?: string;
}

const decode = (bytes: Iterable<number>, { declared, asked, mediaType = 'text/plain' }: Said = {}) =>
  decodeText({
    bytes: Uint8Array.from(bytes),
    mediaType,
    charset: declared ?? null,
    options: { ...DEFAULT_PARSE_OPTIONS, charset: asked ?? null },
  });
const textOf = (bytes: Iterable<number>, said?: Said): string => decode(bytes, said).text;

test('bytes are decoded by their byte order mark, as UTF-8 if they prove it, or as declared', () => {
  assert.equal(textOf([0xef, 0xbb, 0xbf, 0x61]), 'a');
  assert.equal(textOf([0xfe, 0xff, 0x00, 0x61]), 'a');
  assert.equal(textOf([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'a');
  assert.equal(textOf([0xc3, 0xa9], { declared: 'iso-8859-1' }), 'é');
  assert.equal(textOf([0xe9, 0x20], { declared: 'utf-8' }), 'é ');
  assert.equal(textOf([0x93, 0x61, 0x94]), '“a”');
  assert.equal(textOf([0x82, 0xa0], { declared: 'shift_jis' }), 'あ');
  assert.equal(textOf([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42], { declared: 'iso-2022-jp' }), 'あ');
});

test('UTF-16 and UTF-32 are recognized without a byte order mark', () => {
  for (const charset of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
    const decoded = decode(iconv.encode('Plain words;1,50\n', charset, { addBOM: false }));
    assert.deepEqual([decoded.charset, decoded.text, decoded.confidence], [charset, 'Plain words;1,50\n', 1]);
  }
});

test('a page and an XML file say their charset themselves; the sender is asked first', () => {
  const page = Buffer.from('<meta charset="koi8-r"><p>\xf0\xd2\xc9\xd7\xc5\xd4</p>', 'latin1');
  assert.match(textOf(page, { mediaType: 'text/html' }), /Привет/);
  assert.match(textOf(page, { mediaType: 'text/html', declared: 'windows-1251' }), /рТЙЧЕФ/);
  const xml = Buffer.from('<?xml version="1.0" encoding="windows-1250"?><a>\xb9</a>', 'latin1');
  assert.match(textOf(xml, { mediaType: 'application/xml' }), /ą/);
});

test('options.charset is taken whatever is declared', () => {
  const bytes = iconv.encode('Müller;Größe', 'cp850');
  assert.equal(textOf(bytes, { asked: 'CP850', declared: 'windows-1252' }), 'Müller;Größe');
});

test('a way of writing bytes as text is no charset, whoever names it', () => {
  for (const name of ['base64', 'HEX', 'base-64', 'hex:2020']) {
    const page = Buffer.from(`<meta charset="${name}"><p>aGVsbG8=</p>`);
    assert.equal(textOf(page, { mediaType: 'text/html' }), page.toString());
    assert.equal(textOf(page, { declared: name }), page.toString());
    assert.equal(textOf(page, { asked: name }), page.toString());
    assert.equal(isCharset(name), false);
    assert.equal(decoderOf(name), null);
  }
});

test('one bad byte costs one character, whatever the charset, and is counted', () => {
  const between = (bytes: Buffer, bad: number): Buffer => Buffer.concat([bytes, Buffer.from([bad, 0x0a]), bytes]);
  for (const [charset, bad, sample] of [
    ['utf-8', 0xff, 'éèê'],
    ['shift_jis', 0xff, '東京都千代田区'],
    ['gb18030', 0xff, '北京上海广州'],
    ['euc-kr', 0xff, '서울특별시'],
  ] as const) {
    const decoded = decode(between(iconv.encode(sample, charset), bad), { declared: charset });
    assert.equal(decoded.text, `${sample}�\n${sample}`, charset);
    assert.deepEqual(
      decoded.warnings.map(({ code }) => code),
      ['characters_damaged'],
    );
    assert.match(decoded.warnings[0]?.message ?? '', /^1 characters? /);
  }
});

test('a guess that leaves doubts is a warning, and the metadata has the charset and how sure it is', async () => {
  const sure = await parse(iconv.encode('Имя;Город\nИванов;Москва\nПетрова;Казань\n', 'win1251'), {
    mediaType: 'text/csv',
  });
  assert.match(sure.markdown, /Иванов \| Москва/);
  assert.deepEqual([sure.properties['charset'], sure.warnings], ['windows-1251', []]);
  assert.ok(Number(sure.properties['charset_confidence']) > 0.5);
  const unsure = await parse(Uint8Array.from([0x61, 0x20, 0xc8, 0x20, 0x62]), { mediaType: 'text/plain' });
  assert.deepEqual(
    unsure.warnings.map(({ code }) => code),
    ['charset_guessed'],
  );
  assert.deepEqual((await parse('plain', { mediaType: 'text/plain' })).properties, {});
});
