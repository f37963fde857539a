import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { uint16, uint32 } from '../../../support/documents/doc.ts';
import { makePpt, makeReference, makeTable } from '../../../support/documents/ppt.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const PPT = { mediaType: 'application/vnd.ms-powerpoint' };

test('slides are pages: the title first, then shapes in reading order, then notes', async () => {
  const source = makePpt([
    {
      shapes: [
        { text: 'below', box: [0, 300, 100, 400] },
        { text: 'above', box: [0, 100, 100, 200] },
        { text: 'Title', kind: 0, box: [0, 0, 100, 50] },
      ],
      notes: 'Say this',
    },
    { shapes: [{ text: 'Second' }] },
  ]);
  const { markdown, pages } = await parse(source, PPT);
  assert.equal(markdown, '# Title\n\nabove\n\nbelow\n\n> **Notes:**\n>\n> Say this\n\nSecond\n');
  assert.deepEqual(
    pages.map(({ start, end }) => markdown.slice(start, end).split('\n')[0]),
    ['# Title', 'Second'],
  );
});

test('bullets and formatting come from the text styles', async () => {
  const paragraphs = Buffer.concat([uint32(9), uint16(0), uint32(1), uint16(1), uint32(0), uint16(0), uint32(0)]);
  const characters = Buffer.concat([uint32(4), uint32(1), uint16(1), uint32(5), uint32(0)]);
  const styles = Buffer.concat([paragraphs.subarray(0, 12), characters]);
  const source = makePpt([{ shapes: [{ text: 'one\rtwo\r', kind: 1, styles }] }]);
  assert.equal(await markdownOf(source, PPT), '- **one**\n- two');
});

test('tables are groups of rectangles; merged cells are larger ones', async () => {
  const cells = [
    { text: 'wide', box: [0, 0, 200, 50] as const },
    { text: 'a', box: [0, 50, 100, 100] as const },
    { text: 'b', box: [100, 50, 200, 100] as const },
  ];
  const options = { ...DEFAULT_PARSE_OPTIONS, tables: 'pipe' } as const;
  const markdown = await markdownOf(makePpt([{ shapes: [makeTable(cells)] }]), { ...PPT, options });
  assert.equal(markdown, '| wide | wide |\n| --- | --- |\n| a | b |');
});

test('a shape refers to its text by the headers of the outline, of which an empty title has no more', async () => {
  const outline = [
    { text: '', kind: 0 },
    { text: 'The mill grinds', kind: 1 },
    { text: 'at night', kind: 7 },
  ];
  const shapes = [makeReference(0), makeReference(1), makeReference(2)];
  assert.equal(await markdownOf(makePpt([{ shapes, outline }]), PPT), 'The mill grinds\n\nat night');
  const drawn = [makeReference(0)];
  assert.equal(await markdownOf(makePpt([{ shapes: drawn, outline }]), PPT), 'The mill grinds\n\nat night');
});

test('hidden slides are omitted, requested pages are selected', async () => {
  const source = makePpt([
    { shapes: [{ text: 'one' }] },
    { shapes: [{ text: 'two' }], isHidden: true },
    { shapes: [{ text: 'three' }] },
  ]);
  assert.equal(await markdownOf(source, PPT), 'one\n\nthree');
  const options = { ...DEFAULT_PARSE_OPTIONS, hidden: true, page_range: [{ first: 2, last: 3 }], max_pages: 1 };
  const { markdown, warnings } = await parse(source, { ...PPT, options });
  assert.equal(markdown, 'two\n');
  assert.equal(warnings[0]?.code, 'pages_omitted');
});

test('protected and empty presentations are reported', async () => {
  await assertFails(parse(makePpt([{ shapes: [{ text: 'x' }] }], { encrypted: true }), PPT), 'encrypted');
  await assertFails(parse(makePpt([{ shapes: [] }]), PPT), 'empty');
});
