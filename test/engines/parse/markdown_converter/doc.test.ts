import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCompoundFile } from '../../../support/documents/compound-file.ts';
import {
  cellDefinitions,
  makeDoc,
  property,
  uint16,
  uint32,
  type DocParagraph,
} from '../../../support/documents/doc.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const DOC = { mediaType: 'application/msword' };
const doc = (...paragraphs: DocParagraph[]): Promise<string> => markdownOf(makeDoc(paragraphs), DOC);
const IN_TABLE = property(0x2416, 1);
const cell = (text: string): DocParagraph => ({ text, mark: '\x07', properties: IN_TABLE });
const endOfRow = (edges: number[], flags: number[] = []): DocParagraph => ({
  text: '',
  mark: '\x07',
  properties: Buffer.concat([IN_TABLE, property(0x2417, 1), cellDefinitions(edges, flags)]),
});

test('headings come from built-in styles and outline levels, below the title', async () => {
  assert.equal(
    await doc({ text: 'One', style: 1 }, { text: 'Text' }, { text: 'Two', style: 2 }),
    '# One\n\nText\n\n## Two',
  );
  assert.equal(await doc({ text: 'T', style: 10 }, { text: 'One', style: 1 }), '# T\n\n## One');
  assert.equal(await doc({ text: 'Own', properties: property(0x2640, 2) }), '### Own');
});

test('runs keep their formatting; hidden and deleted text is omitted', async () => {
  assert.equal(await doc({ text: 'Bold', characters: property(0x0835, 1) }), '**Bold**');
  assert.equal(await doc({ text: 'Slanted', characters: property(0x0836, 0x81) }), '*Slanted*');
  assert.equal(await doc({ text: 'x' }, { text: 'hidden', characters: property(0x083c, 1) }), 'x');
  assert.equal(await doc({ text: 'x' }, { text: 'deleted', characters: property(0x0800, 1) }), 'x');
});

test('fields show their result; hyperlinks are links', async () => {
  const link = '\x13 HYPERLINK "https://example.org/" \x14here\x15 and \x13 PAGE \x147\x15';
  assert.equal(await doc({ text: `See ${link}.` }), 'See [here](https://example.org/) and 7.');
});

test('tables are recognized by cell and row marks', async () => {
  const edges = [0, 1000, 2000];
  assert.equal(
    await doc({ text: 'Before' }, cell('a'), cell('b'), endOfRow(edges), cell('1'), cell('2'), endOfRow(edges)),
    'Before\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
  );
});

test('merged cells are recognized by edges and flags', async () => {
  const wide = [cell('wide'), endOfRow([0, 2000])];
  const rows = [cell('tall'), cell('b'), endOfRow([0, 1000, 2000], [0x60]), cell(''), cell('c')];
  const markdown = await doc(...wide, ...rows, endOfRow([0, 1000, 2000], [0x20]));
  assert.equal(
    markdown,
    '<table>\n<tr><td colspan="2">wide</td></tr>\n<tr><td ' +
      'rowspan="2">tall</td><td>b</td></tr>\n<tr><td>c</td></tr>\n</table>',
  );
});

test('lists are numbered by their definitions', async () => {
  const level = (format: number, label: string): Buffer =>
    Buffer.concat([
      uint32(1),
      Buffer.from([format]),
      Buffer.alloc(23),
      uint16(label.length),
      Buffer.from(label, 'utf16le'),
    ]);
  const head = Buffer.concat([uint32(7), Buffer.alloc(22), Buffer.from([1, 0])]);
  const override = Buffer.concat([uint32(7), Buffer.alloc(12)]);
  const item = (text: string): DocParagraph => ({ text, properties: Buffer.concat([property(0x460b, 1, 0)]) });
  const numbered = (format: number, label: string): Promise<string> =>
    markdownOf(
      makeDoc([item('a'), item('b')], {
        parts: { 73: Buffer.concat([uint16(1), head]), 74: Buffer.concat([uint32(1), override, uint32(0xffffffff)]) },
        levels: level(format, label),
      }),
      DOC,
    );
  assert.equal(await numbered(0, '\0.'), '1. a\n2. b');
  assert.equal(await numbered(23, '\uf0b7'), '- a\n- b');
  assert.equal(await numbered(4, '\0)'), '- a) a\n- b) b');
});

test('footnotes are at the end', async () => {
  const special = property(0x0855, 1);
  const references = Buffer.concat([uint32(4), uint32(6), uint16(0)]);
  const texts = Buffer.concat([uint32(0), uint32(6), uint32(7)]);
  const source = makeDoc(
    [
      { text: 'Text\x02', characters: special },
      { text: '\x02 note', characters: special },
    ],
    { footnotes: 7, parts: { 2: references, 3: texts } },
  );
  assert.equal(await markdownOf(source, DOC), 'Text[^1]\n\n[^1]: note');
});

test('protected, old, damaged and empty documents are distinguished', async () => {
  await assertFails(parse(makeDoc([{ text: 'x' }], { encrypted: true }), DOC), 'encrypted');
  await assertFails(parse(makeDoc([{ text: '' }]), DOC), 'empty');
  await assertFails(parse(makeDoc([{ text: 'x' }]).subarray(0, 600), DOC), 'corrupt');
  await assertFails(parse(makeCompoundFile({ EncryptedPackage: Buffer.alloc(10) }), DOC), 'encrypted');
  await assertFails(parse(makeCompoundFile({ Contents: Buffer.alloc(10) }), DOC), 'unsupported_type');
  await assertFails(parse(Buffer.from('no storage at all'), DOC), 'corrupt');
});

test('a file is read by its content, not by its name', async () => {
  assert.equal(await markdownOf(makeDoc([{ text: 'Hello' }]), { mediaType: 'application/vnd.ms-outlook' }), 'Hello');
});
