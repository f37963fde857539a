import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOREM, markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import type { PdfText } from '../../../../support/documents/pdf.ts';

describe('layout', () => {
  it('reads columns one after the other', async () => {
    const column = (name: string): string[] =>
      Array.from({ length: 14 }, (_, line) => `The ${name} column has words on line ${line + 1} and`);
    const markdown = await markdownOf({
      text: [
        { x: 72, y: 70, text: 'A title that stands over both columns of this page', size: 18 },
        ...paragraph(72, 110, column('left')),
        ...paragraph(320, 110, column('right')),
      ],
    });
    assert.ok(
      markdown.indexOf('left column has words on line 14') < markdown.indexOf('right column has words on line 1 '),
    );
    assert.match(markdown, /^# A title/);
  });

  it('drops running heads after page 1 and page numbers, and no other line', async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      text: [
        { x: 72, y: 40, text: 'Annals of milling', size: 9 },
        ...paragraph(72, 120, [`Page ${number} begins with this line, which must stay where it is.`, ...LOREM]),
        { x: 300, y: 760, text: String(number), size: 9 },
      ],
    }));
    const { markdown } = await parse(makePdf(pages));
    assert.equal(markdown.match(/Annals of milling/g)?.length, 1);
    assert.match(markdown, /^Annals of milling\n/);
    assert.doesNotMatch(markdown, /^\d$/m);
    for (const number of [1, 2, 3, 4]) assert.match(markdown, new RegExp(`Page ${number} begins`));
  });

  it('falls back to plain lines, with a warning, rather than lose text', async () => {
    // Joining these lines would take away every third character.
    const lines = ['ab-', 'cd-', 'ef-', 'gh-', 'ij-', 'kl'];
    const document = await parse(makePdf([{ text: paragraph(72, 100, lines) }]));
    assert.equal(document.markdown, `${lines.join('\n\n')}\n`);
    assert.deepEqual(
      document.warnings.map((warning) => [warning.code, warning.page]),
      [['text_dropped', 1]],
    );
  });

  it('keeps a sentence that many pages begin with', async () => {
    const page = {
      text: paragraph(72, 80, [
        'The mill that is described here was driven by the tide of the sea, and',
        'stood until the gate broke.',
      ]),
    };
    assert.equal((await markdownOf(page, page, page)).match(/The mill that is described/g)?.length, 3);
  });

  it('drops the number of a single page', async () => {
    const text = [...paragraph(72, 120, LOREM), { x: 300, y: 760, text: '7' }];
    assert.equal(await markdownOf({ text }), `${LOREM.join(' ')}\n`);
  });

  it('keeps vertical text when it is a real part of the page', async () => {
    const text: PdfText[] = [
      ...paragraph(72, 100, LOREM),
      { x: 560, y: 600, text: 'Written along the edge of the page', angle: 90 },
    ];
    assert.match(await markdownOf({ text }), /Written along the edge of the page/);
  });
});
