import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentOf } from '../../../../../engines/parse/documents/document.ts';
import type { ParsedDocument } from '../../../../../engines/parse/documents/types.ts';
import { LOREM, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import type { PdfPage } from '../../../../support/documents/pdf.ts';

const SPLIT = {
  upper: 'The gate lets the water in while the sea rises, and the pond behind the mill keeps it until the time',
  lower: 'at which the tide is low enough for the wheel.',
};

/** The Markdown of each block, and its boxes in whole points. */
const placed = ({ markdown, places }: ParsedDocument) =>
  places.map(({ start, end, boxes }) => [
    markdown.slice(start, end),
    ...boxes.map(({ page, x0, y0, x1, y1 }) => [page, ...[x0, y0, x1, y1].map(Math.round)]),
  ]);

describe('blocks of a PDF', () => {
  it('have their places: a heading, a paragraph, and the parts of one that continues on the next page', async () => {
    const document = await parse(
      makePdf([
        { text: [{ x: 72, y: 100, text: 'Mills', size: 24, font: 'bold' }, ...paragraph(72, 700, [SPLIT.upper])] },
        { text: paragraph(72, 90, [SPLIT.lower]) },
      ]),
    );
    const [heading, text, ...others] = placed(document);
    assert.deepEqual(others, []);
    assert.deepEqual(heading, ['# Mills', [1, 72, 81, 125, 105]]);
    assert.equal(text?.[0], `${SPLIT.upper} ${SPLIT.lower}`);
    assert.deepEqual(
      text?.slice(1).map((box) => [box[0], box[1], box[2], box[4]]),
      [
        [1, 72, 692, 702],
        [2, 72, 82, 92],
      ],
    );
    assert.deepEqual(document.pageSizes, [
      { page: 1, width: 612, height: 792 },
      { page: 2, width: 612, height: 792 },
    ]);
    assert.deepEqual(
      document.places.map(({ confidence }) => confidence),
      [1, 1],
    );
  });

  it('are inside the rules of a table, and as large as a picture', async () => {
    const rows = [200, 220, 240].map((y) => ({ x0: 72, y0: y, x1: 300, y1: y }));
    const columns = [72, 180, 300].map((x) => ({ x0: x, y0: 200, x1: x, y1: 240 }));
    const text = ['Mill', 'Power', 'Eling', '7 kW'].map((text, cell) => ({
      x: cell % 2 === 0 ? 76 : 184,
      y: cell < 2 ? 214 : 234,
      text,
    }));
    const pictures = [{ x: 72, y: 300, width: 100, height: 80, number: 1 }];
    const document = await parse(makePdf([{ text, lines: [...rows, ...columns], pictures }]));
    const [table, picture] = placed(document);
    assert.deepEqual(table, ['| Mill | Power |\n| --- | --- |\n| Eling | 7 kW |', [1, 72, 200, 300, 240]]);
    assert.deepEqual(picture, [`![](images/${document.images[0]?.name})`, [1, 72, 300, 172, 380]]);
    assert.deepEqual(
      document.places.map(({ confidence }) => confidence),
      [1, null],
    );
  });

  it('are on the page as it is displayed, however its text runs', async () => {
    const page = (rotate: 0 | 90, angle: number): PdfPage => ({
      text: LOREM.map((text, index) => ({ x: 200 + index * 12, y: 600, text, angle })),
      rotate,
    });
    const [sideways] = (await parse(makePdf([page(0, 90)]))).places;
    const [upright] = (await parse(makePdf([page(90, 90)]))).places;
    const [box, turned] = [sideways?.boxes[0], upright?.boxes[0]];
    assert.ok(box !== undefined && turned !== undefined);
    // The lines begin at y 600 and run upwards, one to the right of the other.
    assert.ok(box.y1 <= 601 && box.x0 < 200 && box.x1 > 200 + 12 * (LOREM.length - 1), JSON.stringify(box));
    assert.ok(box.y1 - box.y0 > box.x1 - box.x0);
    // Displayed after a quarter turn, 612 points high.
    assert.deepEqual(
      [turned.x0, turned.y0, turned.x1, turned.y1].map(Math.round),
      [792 - box.y1, box.x0, 792 - box.y0, box.x1].map(Math.round),
    );
  });

  it('are found in Markdown that was made safe, in any order', () => {
    const [tag, end] = ['<script>alert(1)</script>', 'The end.'];
    const span = (text: string) => ({ start: source.indexOf(text), end: source.indexOf(text) + text.length });
    const source = `${tag}\n\n[x](javascript:1)\n\n${end}\n`;
    const places = [end, tag].map((text) => ({ ...span(text), boxes: [], confidence: null }));
    assert.deepEqual(placed(documentOf(source, { pages: [{ page: 1, start: 0, end: source.length }], places })), [
      [end],
      ['&lt;script>alert(1)&lt;/script>'],
    ]);
  });
});
