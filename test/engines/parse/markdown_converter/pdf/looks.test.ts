import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOREM, markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';

describe('scripts in the text layer of a PDF', () => {
  const small = { size: 6.5, font: 'regular' } as const;

  it('are marked where smaller characters are raised or lowered beside a larger one', async () => {
    const text = [
      { x: 72, y: 200, text: 'The weir holds 740' },
      { x: 156.1, y: 196, text: '4', ...small },
      { x: 165, y: 200, text: 'tons, a flow of 3 x 10' },
      { x: 256.8, y: 196.5, text: '-6', ...small },
      { x: 270, y: 200, text: 'and CO' },
      { x: 302.5, y: 202, text: '2', ...small },
      { x: 310, y: 200, text: 'in the basin.' },
      { x: 72, y: 225, text: '4', ...small },
      { x: 77, y: 229, text: 'Measured in spring.', size: 9 },
    ];
    assert.equal(
      await markdownOf({ text }),
      'The weir holds 740<sup>4</sup> tons, a flow of 3 x 10<sup>-6</sup> and CO<sub>2</sub> in the basin.\n\n' +
        '<sup>4</sup> Measured in spring.\n',
    );
  });

  it('are marked in cells, so that numbers keep their value', async () => {
    const rows = [
      ['Mill', 'Wheels'],
      ['Upper', '31'],
      ['Lower', '28'],
    ];
    const text = rows.flatMap(([name = '', count = ''], row) => [
      { x: 76, y: 200 + row * 20, text: name },
      { x: 176, y: 200 + row * 20, text: count },
    ]);
    const [ys, xs] = [
      [186, 206, 226, 246],
      [72, 172, 272],
    ];
    const lines = [
      ...ys.map((y) => ({ x0: 72, x1: 272, y0: y, y1: y })),
      ...xs.map((x) => ({ x0: x, x1: x, y0: 186, y1: 246 })),
    ];
    assert.match(
      await markdownOf({ text: [...text, { x: 187.2, y: 216, text: '2', ...small }], lines }),
      /\| Upper \| 31<sup>2<\/sup> \|/,
    );
  });

  it('are neither small text on the line, nor text beside a drop cap, nor bullets', async () => {
    const text = [
      { x: 72, y: 200, text: 'Weir' },
      { x: 92, y: 200, text: 'a', ...small },
      { x: 72, y: 240, text: 'M', size: 30 },
      { x: 98, y: 224, text: 'any mills stood at' },
      { x: 98, y: 238, text: 'the weir by then.' },
      { x: 72, y: 300, text: '\u0095', size: 7 },
      { x: 76, y: 302, text: 'a gate' },
    ];
    assert.doesNotMatch(await markdownOf({ text }), /<su[bp]>/);
  });
});

describe('struck words of a PDF', () => {
  const text = [
    { x: 72, y: 200, text: 'The miller pays' },
    { x: 145, y: 200, text: 'nine hundred' },
    { x: 208, y: 200, text: 'eight hundred marks.' },
  ];
  const at = (y: number, x0 = 145, x1 = 203) => [{ x0, x1, y0: y, y1: y }];

  it('have a line through them that starts and ends with them', async () => {
    const markdown = 'The miller pays ~~nine hundred~~ eight hundred marks.\n';
    assert.equal(await markdownOf({ text, lines: at(197) }), markdown);
    assert.equal(await markdownOf({ text, fills: [{ x0: 145, x1: 203, y0: 196.5, y1: 197.3 }] }), markdown);
  });

  it('are not those over or under a line, nor those that a longer line crosses', async () => {
    const markdown = 'The miller pays nine hundred eight hundred marks.\n';
    for (const lines of [at(201.5), at(191), at(197, 20, 500)])
      assert.equal(await markdownOf({ text, lines }), markdown);
  });
});

describe('running heads that are larger than the text', () => {
  const pages = [1, 2, 3].map(() => ({
    text: [{ x: 72, y: 50, text: 'Annals of milling', size: 16 }, ...paragraph(72, 200, LOREM)],
  }));

  it('cause one warning when they are left out, but not when the options ask for it', async () => {
    const warned = async (headers: 'first' | 'keep' | 'drop') =>
      (await parse(makePdf(pages), {}, { headers })).warnings.map(({ code, message }) => [
        code,
        /of (\d+) pages/.exec(message)?.[1],
      ]);
    assert.deepEqual(await warned('first'), [['heads_omitted', '2']]);
    assert.deepEqual([await warned('keep'), await warned('drop')], [[], []]);
  });
});
