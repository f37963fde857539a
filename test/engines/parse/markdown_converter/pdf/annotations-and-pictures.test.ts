import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOREM, markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';

describe('what lies over a page', () => {
  const area = (x0: number, y: number, x1: number, uri: string) => ({ x0, y0: y - 10, x1, y1: y + 3, uri });

  it('links to web addresses, across line ends and in cells', async () => {
    const text = paragraph(72, 100, [
      'See the history of the mills of the coast and of the',
      'inland rivers, and example.org.',
    ]);
    const links = [
      area(104, 100, 400, 'https://example.org/mills(old)'),
      area(72, 112, 104, 'https://example.org/mills(old)'),
      area(160, 112, 260, 'https://example.org/'),
      area(72, 112, 80, 'javascript:alert(1)'),
    ];
    assert.equal(
      await markdownOf({ text, links }),
      'See the [history of the mills of the coast and of the inland](https://example.org/mills%28old%29) ' +
        'rivers, and example.org.\n',
    );
  });

  it('fills the fields of forms', async () => {
    const text = [...paragraph(72, 100, LOREM), { x: 72, y: 160, text: 'Name of the mill:' }];
    const markdown = await markdownOf({ text, fields: [{ x: 160, y: 160, value: 'Eling' }] });
    assert.match(markdown, /Name of the mill: Eling/);
  });
});

describe('pictures', () => {
  const at = (y: number, number: number) => ({ x: 72, y, width: 100, height: 80, number });

  it('become files that the Markdown links at their position', async () => {
    const text = [...paragraph(72, 100, LOREM), ...paragraph(72, 260, ['Between the pictures.'])];
    const bytes = makePdf([{ text, pictures: [at(300, 1), { ...at(150, 2), jpeg: true }] }]);
    const { markdown, images } = await parse(bytes);
    const links = markdown.split('\n\n').map((block) => block.trim());
    assert.deepEqual(
      links.map((block) => /^!\[\]\(images\/[0-9a-f]{16}\.(png|jpg)\)$/.exec(block)?.[1] ?? block.slice(0, 7)),
      ['Tides r', 'jpg', 'Between', 'png'],
    );
    assert.deepEqual(
      images.map(({ name, mediaType, page }) => [markdown.includes(`](images/${name})`), mediaType, page]),
      [
        [true, 'image/png', 1],
        [true, 'image/jpeg', 1],
      ],
    );
    const [png, jpeg] = images;
    assert.deepEqual(
      Buffer.from(png?.bytes ?? [])
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.deepEqual([...(jpeg?.bytes ?? [])].slice(0, 4), [0xff, 0xd8, 0xff, 0xc0]);
  });

  it('are shown once and stored once, however many pages they are on', async () => {
    const page = { text: paragraph(72, 100, LOREM), pictures: [at(200, 1)] };
    const { markdown, images } = await parse(makePdf([page, page, page]));
    assert.equal(images.length, 1);
    assert.equal(markdown.match(/!\[/g)?.length, 1);
  });

  it('are left out when the request omits them, and when they are icons or the page itself', async () => {
    const page = { text: paragraph(72, 100, LOREM), pictures: [at(200, 1)] };
    const omitted = await parse(makePdf([page]), {}, { images: 'omit' });
    assert.deepEqual([omitted.images, omitted.markdown.includes('![')], [[], false]);
    const others = [
      { ...at(200, 1), width: 10, height: 10 },
      { x: 0, y: 0, width: 612, height: 792, number: 2 },
    ];
    const { images } = await parse(makePdf([{ text: paragraph(72, 100, LOREM), pictures: others }]));
    assert.deepEqual(images, []);
  });
});
