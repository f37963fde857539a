import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { guessCharset } from '../../../../../engines/parse/documents/charset/guess.ts';
import { decodeAs } from '../../../../../engines/parse/documents/charset/decoders.ts';
import { assertLinear } from '../../../../support/linear.ts';

/** Languages, and the charsets that files in them have had. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  de: ['windows-1252', 'cp850'],
  fr: ['windows-1252', 'cp850'],
  sv: ['windows-1252'],
  pl: ['windows-1250', 'iso-8859-2', 'cp852'],
  cs: ['windows-1250', 'iso-8859-2', 'cp852'],
  hu: ['windows-1250', 'iso-8859-2'],
  lt: ['windows-1257'],
  ru: ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5', 'maccyrillic'],
  uk: ['windows-1251', 'koi8-u'],
  bg: ['windows-1251'],
  el: ['windows-1253'],
  he: ['windows-1255'],
  ar: ['windows-1256'],
  th: ['windows-874'],
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gb18030'],
  'zh-TW': ['big5'],
  ko: ['euc-kr'],
};

const REGIONS =
  'DE FR ES PT IT SE DK NO FI NL PL CZ HU RO SK HR TR LT LV EE RU UA BG RS GR IL SA TH JP CN TW KR US'.split(' ');

/** A table of the names of countries, as the Unicode CLDR has them. */
function tableIn(language: string): string {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const marks = /[\u200e\u200f\u061c]/g;
  return REGIONS.map((region, at) => `${region};${(names.of(region) ?? '').replace(marks, '')};${at},50\n`).join('');
}

for (const [language, charsets] of Object.entries(WRITTEN)) {
  test(`a table in ${language} is read in each charset that such files have`, () => {
    for (const charset of charsets) {
      const bytes = iconv.encode(tableIn(language), charset);
      const guess = guessCharset(bytes);
      assert.equal(
        guess && decodeAs(guess.charset, bytes),
        iconv.decode(bytes, charset),
        `${charset}: ${guess?.charset}`,
      );
    }
  });
}

test('bytes of ASCII have no charset, and noise has none that is sure', () => {
  assert.equal(guessCharset(Buffer.from('plain')), null);
  const noise = guessCharset(Uint8Array.from({ length: 400 }, (_, at) => 0x80 + ((at * 7919) % 128)));
  assert.ok((noise?.confidence ?? 0) < 0.5);
});

test('time does not grow with the text', () => {
  const line = iconv.encode('Größe;Łódź\n', 'win1250');
  return assertLinear('a guess', (repeats) => guessCharset(Buffer.alloc(repeats * line.length, line)));
});
