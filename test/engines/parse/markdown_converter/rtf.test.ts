import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { PNG } from '../../../support/documents/pictures.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const RTF = { mediaType: 'application/rtf' };
const rtf = (body: string): Promise<string> => markdownOf(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1'), RTF);

test('runs keep their formatting, which groups end', async () => {
  assert.equal(await rtf('a {\\b b\\i c} d\\par e\\line f{\\v hidden}'), 'a **b*c*** d\n\ne  \nf');
  assert.equal(await rtf('x{\\super 2} {\\strike old}\\emdash{}end'), 'x<sup>2</sup> ~~old~~\u2014end');
});

test('unknown control words are ignored, whatever their name', async () => {
  assert.equal(await rtf('a\\constructor b{\\toString c}\\valueOf d'), 'abcd');
});

test('characters: code pages of fonts, Unicode with its fallback', async () => {
  assert.equal(
    await rtf("{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}\\'e9\\f1\\'e0\\f2\\'82\\'a0"),
    'éаあ',
  );
  assert.equal(await rtf('\\u8364 ?\\uc2\\u945 ab.\\uc0\\u946 c'), '€α.βc');
  assert.equal(await markdownOf("{\\rtf1\\ansicpg1250 \\'b3}", RTF), 'ł');
});

test('characters: code pages of Mac OS, and Western letters that are none in the code page of the file', async () => {
  const fonts = [77, 78, 79, 80, 81, 83, 84, 85, 86, 87, 88, 89, 254].map((set, n) => `{\\f${n}\\fcharset${set} A;}`);
  const bytes = ['8a', '82a8', 'c7d1', 'b9fa', 'a4e5', 'e0', 'c8', 'c1', 'dc', 'a1', '8e', '80', '81'];
  const runs = bytes.map((hex, n) => `\\f${n}${hex.replace(/../g, "\\'$&")}`);
  assert.equal(await rtf(`{\\fonttbl${fonts.join('')}}${runs.join('')}`), 'äお한国文אبΝİกéАü');
  const file = (codePage: number, body: string): Promise<string> =>
    markdownOf(Buffer.from(`{\\rtf1\\ansi\\ansicpg${codePage}{\\fonttbl{\\f0\\fcharset0 A;}}\\f0 ${body}}`), RTF);
  assert.equal(await file(950, "\\'a9 2026 M\\'fc hle"), '© 2026 Mü hle');
  assert.equal(await file(950, "\\'a4\\'e5\\'a4\\'e5\\'a4\\'e5\\'a9 2026"), '文文文\ufffd 2026');
});

test('nothing is read behind the last brace', async () => {
  assert.equal(await markdownOf(Buffer.from('{\\rtf1 a {b}\\par c}\r\n\0\0 e'), RTF), 'a b\n\nc');
  assert.equal(await markdownOf(Buffer.from('{\\rtf1 a {b} cut o'), RTF), 'a b cut o');
});

test('headings by style and outline level', async () => {
  const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2\\outlinelevel2 Own;}}';
  assert.equal(
    await rtf(`${styles}\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\outlinelevel1 Three\\par\\pard Text`),
    '# One\n\n### Two\n\n## Three\n\nText',
  );
});

test('lists are read from the labels that writers add for older readers', async () => {
  const item = (label: string, level: number, text: string): string =>
    `\\pard\\ls1\\ilvl${level}{\\listtext ${label}\\tab}${text}\\par `;
  assert.equal(await rtf(item('1.', 0, 'a') + item("\\'b7", 1, 'b') + item('2.', 0, 'c')), '1. a\n   - b\n2. c');
});

test('tables, with merged cells and tables inside', async () => {
  const row = (definitions: string, ...cells: string[]): string =>
    `\\trowd ${definitions}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row `;
  const plain = '\\cellx1000\\cellx2000 ';
  assert.equal(
    await rtf(`${row(plain, 'a', 'b')}${row(plain, '1', '2')}\\pard end`),
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n\nend',
  );
  assert.match(
    await rtf(row('\\clvmgf\\cellx1000\\cellx2000 ', 'tall', 'b') + row('\\clvmrg\\cellx1000\\cellx2000 ', '', 'c')),
    /<td rowspan="2">tall<\/td>/,
  );
});

test('links, notes, images and metadata', async () => {
  const link = '{\\field{\\*\\fldinst HYPERLINK "https://example.org/"}{\\fldrslt here}}';
  assert.equal(await rtf(`See ${link}.{\\footnote Note}`), 'See [here](https://example.org/).[^1]\n\n[^1]: Note');
  const { title, authors, images, markdown } = await parse(
    `{\\rtf1{\\info{\\title Tides}{\\author Ada}{\\operator Eve}}{\\*\\unknown lost}x{\\pict\\pngblip ` +
      `${PNG.toString('hex')}}}`,
    RTF,
  );
  assert.deepEqual([title, authors, markdown, images.length], ['Tides', ['Ada'], 'x![](images/image.png)\n', 1]);
});

test('broken files do no harm', async () => {
  assert.equal(await rtf('}}}} a {{{{ b'), 'a  b');
  assert.equal(
    await rtf(`${'{'.repeat(20_000)}deep`).catch((error: unknown) => String(error)),
    'ServiceError: The document contains no text.',
  );
  assert.equal(await rtf("a\\bin99999999 b\\'zz"), 'a');
  await assertFails(parse('{\\rtf1 }', RTF), 'empty');
});

test('a note leaves its paragraph the number', async () => {
  assert.equal(
    await rtf('\\pard\\ls1{\\listtext (a)\\tab}pay{\\footnote \\pard\\plain Monthly.} rent\\par'),
    '- (a) pay[^1] rent\n\n[^1]: Monthly.',
  );
});

test('fields without a result show their value', async () => {
  const field = (instruction: string, result = ''): string =>
    `{\\field{\\*\\fldinst { ${instruction} }}{\\fldrslt ${result}}}`;
  const form = (settings: string): string => `{\\*\\formfield{${settings}{\\*\\ffname Due}}}`;
  const list = '\\fftype2\\ffres25\\ffdefres1{\\*\\ffl Monthly}{\\*\\ffl Yearly}';
  assert.equal(await rtf(`Due ${field(`FORMDROPDOWN ${form(list)}`)}.`), 'Due Yearly.');
  assert.equal(await rtf(`Due ${field(`FORMDROPDOWN ${form(list)}`, 'now')}.`), 'Due now.');
  assert.equal(await rtf(`${field(`FORMCHECKBOX ${form('\\fftype1\\ffres1')}`)} agreed`), '- [x] agreed');
  assert.equal(await rtf(`{\\b ${field('AUTONUM')}} A\\par ${field('AUTONUM')} B`), '**1.** A\n\n2\\. B');
});

test('in a head, notes and symbols are read as in the text', async () => {
  const rtf =
    '{\\rtf1{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset2 Wingdings;}}{\\header R&D{\\footnote A & B} {\\f1\\u254?} Page ' +
    '{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par}Text}';
  const { markdown } = await parse(rtf, RTF);
  assert.match(markdown, /^R&D.* ☑/u);
  assert.match(markdown, /A & B/);
  assert.doesNotMatch(markdown, /Page|&&/);
});

test('heads and feet of pages are written without page numbers, and those of the other kinds on request', async () => {
  const page = '{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}';
  const source =
    `{\\rtf1{\\header\\trowd\\cellx1000 \\pard\\intbl R&D\\cell\\row\\pard Page ${page}\\par}{\\headerl Left}{\\footer ` +
    'Foot}\\pard Text\\sect{\\header Later}More}';
  assert.equal(await markdownOf(source, RTF), 'R&D\n\nText\n\nMore\n\nFoot');
  const options = { ...DEFAULT_PARSE_OPTIONS, headers: 'keep' as const };
  assert.equal(await markdownOf(source, { ...RTF, options }), 'R&D\n\nLater\n\nLeft\n\nText\n\nMore\n\nFoot');
});

test('comments follow their paragraph, which stays what it was', async () => {
  const source =
    '{\\rtf1{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\\pard\\s1 One{\\*\\atnauthor Ada}\\chatn{\\*\\annotation ' +
    '\\pard\\plain Why?}\\par\\pard Text}';
  assert.equal(await markdownOf(source, RTF), '# One\n\nText');
  const options = { ...DEFAULT_PARSE_OPTIONS, comments: true };
  assert.equal(await markdownOf(source, { ...RTF, options }), '# One\n\n> **Comment by Ada:**\n>\n> Why?\n\nText');
});

test('texts beside the others that start in one group follow each other', async () => {
  const options = { ...DEFAULT_PARSE_OPTIONS, comments: true };
  assert.equal(
    await markdownOf('{\\rtf1 One{\\annotation Why?\\annotation How?}}', { ...RTF, options }),
    'One\n\n> **Comment by Unknown:**\n>\n> Why?\n\n> **Comment by Unknown:**\n>\n> How?',
  );
  assert.equal(
    await markdownOf('{\\rtf1 One{\\footnote Two\\footnote Three}}', RTF),
    'One[^1][^2]\n\n[^1]: Two\n[^2]: Three',
  );
});

test('a note does not change the paragraph that it is in', async () => {
  const styles = '{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}';
  assert.equal(await rtf(`${styles}\\pard\\s1 One{\\footnote \\pard\\plain Note}\\par`), '# One[^1]\n\n[^1]: Note');
});

test('shapes: their pictures with descriptions, boxes of text and WordArt, but neither fills nor copies', async () => {
  const property = (name: string, value: string): string => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;
  const picture = `{\\pict\\pngblip ${PNG.toString('hex')}}`;
  const shape = (inner: string): string => `{\\shp{\\*\\shpinst ${inner}}{\\shprslt copy ${picture}}}`;
  const described = shape(property('pib', picture) + property('wzDescription', 'A chart'));
  assert.equal(await rtf(`a ${described}`), 'a ![A chart](images/image.png)');
  assert.equal(await rtf(`a ${shape(property('fillBlip', picture))}`), 'a');
  assert.equal(await rtf(`before ${shape('{\\shptxt box}')}after\\par end`), 'before after\n\nbox\n\nend');
  assert.equal(await rtf(`a ${shape(`{\\shptxt ${picture}}`)}`), 'a\n\n![](images/image.png)');
  assert.equal(
    await rtf(`a ${shape(property('gtextUNICODE', 'Tides') + property('wzDescription', 'Tides'))}`),
    'a\n\nTides',
  );
  assert.equal(await rtf('a{\\*\\do\\dobxpage\\dptxbx{\\dptxbxtext\\pard old\\par}\\dpx0}'), 'a\n\nold');
});
