import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, PDF_HEIGHT, pdfRectangle } from '../../../../support/documents/pdf.ts';

const widget = (y: number, entries: string, width = 200): string =>
  `/Subtype /Widget ${pdfRectangle({ x0: 200, y0: y - 11, x1: 200 + width, y1: y + 4 })} ${entries}`;

describe('fields of a PDF', () => {
  const labels = ['Mill', 'Kind of wheel', 'Gate repaired', 'Gate painted', 'Paid'];
  const text = labels.map((label, index) => ({ x: 72, y: 200 + 40 * index, text: `${label}:` }));
  const entries = [
    '/FT /Tx /T (mill) /V (Weirside)',
    '/FT /Ch /Ff 131072 /T (wheel) /Opt [[(o) (overshot)] [(u) (undershot)]] /V (u)',
    '/FT /Btn /T (repaired) /AS /Yes /V /Yes',
    '/FT /Btn /T (painted) /AS /Off /V /Off',
    '/FT /Btn /T (paid) /V /On',
  ];
  const values = ['Weirside', 'undershot', '\\[x\\]', '\\[ \\]', '\\[x\\]'];

  it('have their values although the file has no looks for them', async () => {
    const annotations = entries.map((entry, index) => widget(200 + 40 * index, entry, index > 1 ? 12 : 200));
    const markdown = await markdownOf({ text, annotations });
    for (const [index, label] of labels.entries()) {
      assert.match(markdown, new RegExp(`${label}:[ |]+${values[index] ?? ''}`));
    }
  });

  it('are read of forms that do not name them, once each, and not when they are hidden', async () => {
    const page = { text: [{ x: 72, y: 200, text: 'Mill:' }], fields: [{ x: 200, y: 200, value: 'Weirside' }] };
    assert.equal((await markdownOf(page)).match(/Weirside/g)?.length, 1);
    const annotations = [widget(240, '/FT /Tx /T (ghost) /F 2 /V (unseen)')];
    const { markdown, warnings } = await parse(makePdf([{ ...page, annotations }]));
    assert.doesNotMatch(markdown, /unseen/);
    assert.deepEqual(
      warnings.map(({ code, page: number }) => [code, number]),
      [['hidden_omitted', 1]],
    );
  });

  it('fill a box with lines that stay within it', async () => {
    const box = pdfRectangle({ x0: 72, y0: 300, x1: 172, y1: 380 });
    const contents = 'The gate was opened twice in spring and once in autumn.';
    const annotations = [`/Subtype /FreeText ${box} /DA (/Helv 9 Tf) /Contents (${contents})`];
    assert.equal(await markdownOf({ annotations }), `${contents}\n`);
  });
});

describe('marks of reviewers in a PDF', () => {
  const text = [
    { x: 72, y: 200, text: 'The rent is' },
    { x: 125, y: 200, text: 'ninety marks' },
    { x: 185, y: 200, text: 'a year.' },
    { x: 72, y: 300, text: 'It is due in spring.' },
  ];
  const mark = (subtype: string): string => {
    const [top, bottom] = [PDF_HEIGHT - 191, PDF_HEIGHT - 203];
    const quad = `/QuadPoints [125 ${top} 181 ${top} 125 ${bottom} 181 ${bottom}]`;
    return `/Subtype /${subtype} ${pdfRectangle({ x0: 125, y0: 191, x1: 181, y1: 203 })} ${quad} /T (Ada) /Contents (Make it 80.)`;
  };
  const note = `/Subtype /Text ${pdfRectangle({ x0: 400, y0: 290, x1: 418, y1: 308 })} /T (Eve) /Contents (Ask the miller.)`;

  it('are in the text, and their comments below what they are about if the options ask for them', async () => {
    const pdf = makePdf([{ text, annotations: [mark('StrikeOut'), note] }]);
    assert.equal((await parse(pdf)).markdown, 'The rent is ~~ninety marks~~ a year.\n\nIt is due in spring.\n');
    assert.equal(
      (await parse(pdf, {}, { comments: true })).markdown,
      'The rent is ~~ninety marks~~ a year.\n\n> **Comment by Ada on “ninety marks”:**\n>\n> Make it 80.\n\n' +
        'It is due in spring.\n\n> **Comment by Eve:**\n>\n> Ask the miller.\n',
    );
  });

  it('that underline words insert them; highlights leave the text as it is', async () => {
    assert.match(await markdownOf({ text, annotations: [mark('Underline')] }), /is <ins>ninety marks<\/ins> a/);
    assert.match(await markdownOf({ text, annotations: [mark('Highlight')] }), /is ninety marks a/);
  });
});

describe('what no reader of a page sees', () => {
  const hidden = [
    { x: 72, y: 200, text: 'The gate is open at high water.' },
    { x: 72, y: 240, text: 'unseen notes', invisible: true },
    { x: 72, y: 900, text: 'printed by Weirside' },
  ];

  it('is counted, and read if the options ask for it', async () => {
    const pdf = makePdf([{ text: hidden }]);
    const { markdown, warnings } = await parse(pdf);
    assert.equal(markdown, 'The gate is open at high water.\n');
    assert.match(warnings.map(({ code, message }) => `${code}: ${message}`).join(), /^hidden_omitted: .* 5 words/);
    const shown = await parse(pdf, {}, { hidden: true });
    assert.match(shown.markdown, /unseen notes[^]*printed by Weirside/);
    assert.deepEqual(shown.warnings, []);
  });

  it('is not the text of a recognizer on the picture of the page', async () => {
    const { markdown, warnings } = await parse(makePdf([{ text: hidden.slice(0, 2), image: true }]));
    assert.match(markdown, /unseen notes/);
    assert.deepEqual(warnings, []);
  });
});

it('files that are attached to a place of a page are named', async () => {
  const area = pdfRectangle({ x0: 400, y0: 290, x1: 418, y1: 308 });
  const file = '/FS << /Type /Filespec /F (tides.csv) /UF (tides.csv) /EF << /F 8 0 R >> >>';
  const annotations = [`/Subtype /FileAttachment ${area} ${file}`];
  const text = [{ x: 72, y: 200, text: 'The tides are in the table.' }];
  const { warnings } = await parse(makePdf([{ text, annotations }]));
  assert.match(warnings.map(({ code, message }) => `${code}: ${message}`).join(), /^attachments_ignored: .*tides\.csv/);
});
