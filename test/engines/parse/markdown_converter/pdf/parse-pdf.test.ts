import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layOutDocument } from '../../../../../engines/parse/document_ai_converter/layout/document.ts';
import { parsePdf } from '../../../../../engines/parse/markdown_converter/pdf/index.ts';
import { recognisedWord } from '../../../../../engines/parse/shared/page/word.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../../engines/parse/options.ts';
import type { ParseContext, ParsedDocument, Progress } from '../../../../../engines/parse/types.ts';
import { makeLongPdf, makePdf, paragraph } from '../../../../support/pdf.ts';
import type { PdfElement, PdfLine, PdfPage, PdfText } from '../../../../support/pdf.ts';

const parse = (
  bytes: Uint8Array,
  context: Partial<ParseContext> = {},
  given: Partial<ParseOptions> = {},
): Promise<ParsedDocument> =>
  parsePdf(
    {
      bytes,
      mediaType: 'application/pdf',
      charset: null,
      filename: null,
      url: null,
      options: { ...DEFAULT_PARSE_OPTIONS, ...given },
    },
    { signal: new AbortController().signal, onProgress: () => undefined, ...context },
  );

const markdownOf = async (...pages: PdfPage[]): Promise<string> => (await parse(makePdf(pages))).markdown;

const LOREM = [
  'Tides rise and fall twice a day because the moon pulls at the water of the oceans, and the mills',
  'along the coast once took their power from this movement: a gate let the water in while the sea rose,',
  'and the wheel turned when it ran out again.',
];

/** The lines of a grid whose columns end at `xs` and rows at `ys`. */
const grid = (xs: readonly number[], ys: readonly number[]): PdfLine[] => [
  ...ys.map((y) => ({ x0: xs[0] ?? 0, y0: y, x1: xs.at(-1) ?? 0, y1: y })),
  ...xs.map((x) => ({ x0: x, y0: ys[0] ?? 0, x1: x, y1: ys.at(-1) ?? 0 })),
];

const cellTexts = (xs: readonly number[], ys: readonly number[], rows: readonly (readonly string[])[]): PdfText[] =>
  rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ x: (xs[column] ?? 0) + 4, y: (ys[row] ?? 0) + 14, text })),
  );

describe('text', () => {
  it('joins the lines of a paragraph and parts paragraphs', async () => {
    const full = LOREM.slice(0, 2);
    const markdown = await markdownOf({ text: [...paragraph(72, 100, full), ...paragraph(72, 142, LOREM)] });
    assert.equal(markdown, `${full.join(' ')}\n\n${LOREM.join(' ')}\n`);
  });

  it('makes a word whole that a hyphen parts at the end of a line', async () => {
    const lines = [
      'The water that the gate has let in is kept until the tide is low enough to drive the ma-',
      'chine.',
    ];
    assert.match(await markdownOf({ text: paragraph(72, 100, lines) }), /drive the machine\./);
  });

  it('tells headings by size and ranks them', async () => {
    const markdown = await markdownOf({
      text: [
        { x: 72, y: 80, text: 'Tide mills', size: 24, font: 'bold' },
        { x: 72, y: 120, text: 'How they work', size: 16, font: 'bold' },
        ...paragraph(72, 150, LOREM),
        ...paragraph(72, 210, LOREM),
      ],
    });
    assert.match(markdown, /^# Tide mills\n\n## How they work\n\nTides rise/);
  });

  it('turns bullets into list items', async () => {
    const markdown = await markdownOf({
      text: [...paragraph(72, 100, LOREM), ...paragraph(80, 150, ['\u0095 first thing', '\u0095 second thing'])],
    });
    assert.match(markdown, /\n\n- first thing\n- second thing\n$/);
  });

  it('leaves out invisible text where most is seen, and reads what lies behind a scan', async () => {
    const hidden = paragraph(72, 300, ['zyxwvuts']).map((text) => ({ ...text, invisible: true }));
    assert.equal(await markdownOf({ text: [...paragraph(72, 100, LOREM), ...hidden] }), `${LOREM.join(' ')}\n`);
    assert.equal(await markdownOf({ text: hidden }), 'zyxwvuts\n');
  });

  it('keeps program text as it stands', async () => {
    const code: PdfText[] = [
      { x: 72, y: 150, text: 'for (const tide of tides) {', font: 'mono' },
      { x: 84, y: 162, text: 'await mill.turn(tide);', font: 'mono' },
      { x: 72, y: 174, text: '}', font: 'mono' },
    ];
    const markdown = await markdownOf({ text: [...paragraph(72, 100, LOREM), ...code] });
    assert.match(markdown, /```\nfor \(const tide of tides\) \{\n {2}await mill\.turn\(tide\);\n\}\n```/);
  });

  it('parts words in program fonts by the distance of their letters', async () => {
    const text: PdfText[] = [
      ...paragraph(72, 100, LOREM),
      { x: 72, y: 150, text: 'WHILE Mill.turns(Quietly)', font: 'mono' },
      // A third of an em: PDFium sees a space, as narrow as they are in justified lines.
      { x: 72, y: 162, text: 'Jump', font: 'mono' },
      { x: 72 + 4 * 6 + 3.3, y: 162, text: 'over', font: 'mono' },
    ];
    assert.match(await markdownOf({ text }), /WHILE Mill\.turns\(Quietly\)\nJump over\n/);
  });

  it('escapes what Markdown would take for markup', async () => {
    const markdown = await markdownOf({
      text: paragraph(72, 100, ['# no heading, <b>no tag</b> and *no* emphasis here']),
    });
    assert.equal(markdown, '\\# no heading, &lt;b>no tag&lt;/b> and \\*no\\* emphasis here\n');
  });

  it('reads right-to-left lines from the right', async () => {
    // Typeset from left to right, as PDFs hold it: the last letter of the line comes first.
    const markdown = await markdownOf({ text: [{ x: 72, y: 100, text: 'fed 12 cba', font: 'hebrew' }] });
    assert.equal(markdown, '\u05d0\u05d1\u05d2 12 \u05d3\u05d4\u05d5\n');
  });

  it('opens and closes parentheses in turn, mirrored by the producer or not', async () => {
    const text = [
      { x: 72, y: 100, text: 'fed (12( cba', font: 'hebrew' as const },
      { x: 72, y: 140, text: 'fed )12( cba', font: 'hebrew' as const },
    ];
    const line = '\u05d0\u05d1\u05d2 (12) \u05d3\u05d4\u05d5';
    assert.equal(await markdownOf({ text }), `${line}\n\n${line}\n`);
  });

  it('turns pages whose text runs upwards or downwards', async () => {
    const upwards = LOREM.map((text, index) => ({ x: 100 + index * 12, y: 700, text, angle: 90 }));
    assert.equal(await markdownOf({ text: upwards }), `${LOREM.join(' ')}\n`);
    assert.equal(await markdownOf({ text: upwards, rotate: 90 }), `${LOREM.join(' ')}\n`);
    const downwards = LOREM.map((text, index) => ({ x: 500 - index * 12, y: 100, text, angle: 270 }));
    assert.equal(await markdownOf({ text: downwards }), `${LOREM.join(' ')}\n`);
  });
});

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

  it('drops running heads and page numbers, and no other line', async () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      text: [
        { x: 72, y: 40, text: 'Annals of milling', size: 9 },
        ...paragraph(72, 120, [`Page ${number} begins with this line, which must stay where it is.`, ...LOREM]),
        { x: 300, y: 760, text: String(number), size: 9 },
      ],
    }));
    const { markdown } = await parse(makePdf(pages));
    assert.doesNotMatch(markdown, /Annals/);
    assert.doesNotMatch(markdown, /^\d$/m);
    for (const number of [1, 2, 3, 4]) assert.match(markdown, new RegExp(`Page ${number} begins`));
  });

  it('gives plain lines, with a warning, rather than lose a part of the text', async () => {
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

  it('keeps text that stands on end when it is a real part of the page', async () => {
    const text: PdfText[] = [
      ...paragraph(72, 100, LOREM),
      { x: 560, y: 600, text: 'Written along the edge of the page', angle: 90 },
    ];
    assert.match(await markdownOf({ text }), /Written along the edge of the page/);
  });
});

describe('tables', () => {
  const xs = [72, 172, 272, 372];
  const ys = [100, 120, 140, 160];
  const rows = [
    ['Mill', 'Built', 'Power'],
    ['Eling', '1418', '12 kW'],
    ['Woodbridge', '1170', '9 kW'],
  ];

  it('reads a table with drawn lines', async () => {
    const tall = [100, 120, 140, 180];
    const text = [...cellTexts(xs, tall, rows), { x: 76, y: 170, text: 'mill' }, { x: 176, y: 170, text: 'or so' }];
    assert.equal(
      await markdownOf({ lines: grid(xs, tall), text }),
      '| Mill | Built | Power |\n| --- | --- | --- |\n| Eling | 1418 | 12 kW |\n| Woodbridge mill | 1170 or so | 9 kW |\n',
    );
  });

  it('tells cells of several lines from rows without lines between them', async () => {
    const drawn = grid(xs, [100, 160]);
    const lines = (x: number, ...texts: string[]): PdfText[] => paragraph(x, 114, texts);
    const wrapped = [
      ...lines(76, 'Eling'),
      ...lines(176, 'Rebuilt after', 'the great', 'storm'),
      ...lines(276, 'Two wheels', 'and four', 'stones'),
    ];
    assert.equal(
      await markdownOf({
        lines: [...drawn, ...grid(xs, [80, 100])],
        text: [...cellTexts(xs, [80], rows.slice(0, 1)), ...wrapped],
      }),
      '| Mill | Built | Power |\n| --- | --- | --- |\n| Eling | Rebuilt after the great storm | Two wheels and four stones |\n',
    );
    const named = [...lines(76, 'Coast:', 'Eling', 'Birdham', 'Thorrington')];
    const values = ['1418', '1768', '1831'].flatMap((year, row) => [
      { x: 176, y: 126 + row * 12, text: year },
      { x: 276, y: 126 + row * 12, text: `${row + 7} kW` },
    ]);
    assert.match(
      await markdownOf({
        lines: [...drawn, ...grid(xs, [80, 100])],
        text: [...cellTexts(xs, [80], rows.slice(0, 1)), ...named, ...values],
      }),
      /\n\| Coast: \|  \|  \|\n\| Eling \| 1418 \| 7 kW \|\n\| Birdham \| 1768 \| 8 kW \|\n/,
    );
  });

  it('keeps a drawn grid whose head is justified with wide gaps', async () => {
    const tall = [100, 160, 180, 200, 220, 240];
    const names = ['Eling', 'Woodbridge', 'Birdham', 'Thorrington'].map((name, row) => [
      name,
      `${row + 1}`,
      `${row + 5} kW of tidal power`,
    ]);
    const head = ['Number', 'wheels', 'stones'].flatMap((text, line) => [
      { x: 176, y: 114 + line * 12, text },
      ...(line < 2 ? [{ x: 240, y: 114 + line * 12, text: 'of' }] : []),
    ]);
    assert.match(
      await markdownOf({ lines: grid(xs, tall), text: [...head, ...cellTexts(xs, tall.slice(1), names)] }),
      /^\|  \| Number of wheels of stones \|  \|\n\| --- \| --- \| --- \|\n\| Eling \| 1 \| 5 kW of tidal power \|\n/,
    );
  });

  it('takes no colour behind the lines of a cell for a cell', async () => {
    const tall = [100, 120, 148];
    const fills = xs
      .slice(1)
      .flatMap((x1, column) =>
        [120, 134].map((y0) => ({ x0: (xs[column] ?? 0) + 5.4, y0, x1: x1 - 5.4, y1: y0 + 14 })),
      );
    const second = [76, 176, 276].map((x) => ({ x, y: 144, text: 'or so' }));
    assert.equal(
      await markdownOf({ lines: grid(xs, tall), fills, text: [...cellTexts(xs, tall, rows.slice(0, 2)), ...second] }),
      '| Mill | Built | Power |\n| --- | --- | --- |\n| Eling or so | 1418 or so | 12 kW or so |\n',
    );
  });

  it('keeps bullets with the texts of their cells', async () => {
    const items = (x: number, y: number, texts: readonly string[]): PdfText[] =>
      texts.flatMap((text, index) => [
        { x, y: y + index * 12, text: '\u0095' },
        { x: x + 20, y: y + index * 12, text },
      ]);
    const tall = [100, 150, 200];
    const text = [100, 150].flatMap((y) => [
      { x: 76, y: y + 14, text: `Mill ${y}` },
      ...items(176, y + 14, ['one old', 'one new', 'none lost']),
      ...items(276, y + 14, ['French', 'Peak', 'Cullen']),
    ]);
    const cells = '• one old • one new • none lost | • French • Peak • Cullen |';
    assert.equal(
      await markdownOf({ lines: grid(xs, tall), text }),
      `| Mill 100 | ${cells}\n| --- | --- | --- |\n| Mill 150 | ${cells}\n`,
    );
  });

  it('keeps the bold head of a part of a table apart from the row above', async () => {
    const row = (y: number, ...texts: string[]): PdfText[] =>
      texts.map((text, column) => ({ x: 72 + column * 100, y, text }));
    const text = [
      ...row(100, 'Mill', 'Built', 'Power'),
      ...row(130, 'Eling', '1418', '12 kW'),
      { x: 72, y: 143, text: 'Inland', font: 'bold' as const },
      ...row(156, 'Whissendine', '1809', '8 kW'),
    ];
    assert.match(await markdownOf({ text }), /\n\| Eling \| 1418 \| 12 kW \|\n\| Inland \|  \|  \|\n\| Whissendine/);
  });

  it('reads a table without lines', async () => {
    const markdown = await markdownOf({ text: [...cellTexts(xs, ys, rows), ...paragraph(72, 240, LOREM)] });
    assert.match(markdown, /^\| Mill \| Built \| Power \|\n\| --- \| --- \| --- \|\n\| Eling \| 1418 \| 12 kW \|\n/);
    assert.match(markdown, /\n\nTides rise/);
  });

  it('reads heads that stand over several columns, or beside the numbers of theirs', async () => {
    const over = [
      { x: 100, y: 100, text: 'Mill of the coast' },
      { x: 330, y: 100, text: 'All of 2 or 3 wheels' },
      ...['Name', 'Built', 'Wheels', 'Watts'].flatMap((text, column) =>
        [0, 1, 2].map((row) => ({ x: 72 + column * 100, y: 114 + row * 14, text: `${text} ${row}` })),
      ),
    ];
    assert.match(
      await markdownOf({ text: over }),
      /^\| Mill of the coast \|  \| All of 2 or 3 wheels \|  \|\n\| --- \| --- \| --- \| --- \|\n\| Name 0 \| Built 0 \| Wheels 0 \| Watts 0 \|\n/,
    );
    const beside = [
      { x: 122, y: 100, text: 'Year' },
      { x: 186, y: 100, text: 'Freshwater mills' },
      ...[0, 1, 2, 3].flatMap((row) => [
        { x: 161, y: 114 + row * 12, text: `201${row}` },
        { x: 250, y: 114 + row * 12, text: `12${row}` },
      ]),
    ];
    assert.match(await markdownOf({ text: beside }), /^\| Year \| Freshwater mills \|\n.*\n\| 2010 \| 120 \|\n/);
  });

  it('reads a table of contents', async () => {
    const text = ['History', 'The wheel', 'The gate'].map((title, index) => ({
      x: 72,
      y: 100 + index * 14,
      text: `${title} . . . . . . . . . . . . . ${index + 3}`,
    }));
    assert.match(
      await markdownOf({ text }),
      /^\| History [. ]+ \| 3 \|\n\| --- \| --- \|\n\| The wheel [. ]+ \| 4 \|\n/,
    );
  });

  it('keeps the columns of a table apart although notes run across them', async () => {
    const starts = [72, 132, 212, 292];
    const row = (y: number, cells: readonly string[]): PdfText[] =>
      cells.map((text, column) => ({ x: starts[column] ?? 0, y, text }));
    const note = 'runs across several columns of this table here';
    const markdown = await markdownOf({
      text: [
        ...row(100, ['No', 'Mill', 'Built', 'Power']),
        ...row(116, ['1', 'Eling', '1418', '12 kW']),
        { x: 132, y: 130, text: `First ${note}` },
        ...row(146, ['2', 'Carew', '1801', '15 kW']),
        { x: 132, y: 160, text: `Second ${note}` },
        ...paragraph(72, 240, LOREM),
      ],
    });
    assert.match(markdown, /\| 1 \| Eling \| 1418 \| 12 kW \|\n\| {2}\| First runs across .* here \| {2}\| {2}\|\n/);
    assert.match(markdown, /\| 2 \| Carew \| 1801 \| 15 kW \|\n\| {2}\| Second runs across .* here \| {2}\| {2}\|\n\n/);
  });

  it('does not take a wide table with short lines below its rows for two columns', async () => {
    const columns = [72, 120, 175, 240, 330, 390, 440, 490];
    const text = [1, 2, 3, 4, 5].flatMap((number): PdfText[] => [
      ...columns.map((x, column) => ({ x, y: 100 + number * 30, text: `c${column} r${number}` })),
      { x: 72, y: 114 + number * 30, text: 'Remark that stands below the row' },
    ]);
    const markdown = await markdownOf({ text });
    assert.match(markdown, /\| c0 r1 \|.*\| c7 r1 \|/);
  });

  it('writes merged cells as HTML, or with pipes and repeated when the request asks for these', async () => {
    const lines = grid(xs, ys).filter((line) => !(line.x0 === 172 && line.x1 === 172));
    const below: PdfLine = { x0: 172, y0: 120, x1: 172, y1: 160 };
    const text = cellTexts(
      xs,
      ys,
      [['Mill and year built', '', 'Power'], ...rows.slice(1)].map((row) => row),
    ).filter((cell) => cell.text !== '');
    const bytes = makePdf([{ lines: [...lines, below], text }]);
    const { markdown } = await parse(bytes);
    assert.match(markdown, /<tr><th colspan="2">Mill and year built<\/th><th>Power<\/th><\/tr>/);
    const piped = await parse(bytes, {}, { tables: 'pipe' });
    assert.match(
      piped.markdown,
      /^\| Mill and year built \| Mill and year built \| Power \|\n\| --- \| --- \| --- \|\n/,
    );
  });

  it('reads a tagged table by its tags', async () => {
    const cell = (mcid: number, columnSpan?: number): PdfElement => ({
      type: 'TD',
      children: [{ type: 'P', children: [mcid] }],
      ...(columnSpan === undefined ? {} : { columnSpan }),
    });
    const row = (...children: PdfElement[]): PdfElement => ({ type: 'TR', children });
    // So close together that no gap parts the columns.
    const text = ['All mills', 'Eling', '1418', 'Carew', '1801'].map((each, mcid) => ({
      x: 72 + (mcid > 0 && mcid % 2 === 0 ? 28 : 0),
      y: 100 + Math.ceil(mcid / 2) * 14,
      text: each,
      mcid,
    }));
    const structure = { type: 'Table', children: [row(cell(0, 2)), row(cell(1), cell(2)), row(cell(3), cell(4))] };
    const table =
      '<tr><th colspan="2">All mills</th></tr>\n<tr><td>Eling</td><td>1418</td></tr>\n<tr><td>Carew</td><td>1801</td></tr>';
    assert.equal(await markdownOf({ text, structure }), `<table>\n${table}\n</table>\n`);
  });

  it('takes headings from tags', async () => {
    const text = [
      { x: 72, y: 100, text: 'Of tides', mcid: 0 },
      ...paragraph(72, 112, LOREM).map((line) => ({ ...line, mcid: 1 })),
    ];
    const structure = {
      type: 'Document',
      children: [
        { type: 'H3', children: [0] },
        { type: 'P', children: [1] },
      ],
    };
    assert.match(await markdownOf({ text, structure }), /^### Of tides\n\nTides rise/);
  });

  it('joins a table that goes on over the page, its head once', async () => {
    const more = [rows[0] ?? [], ['Carew', '1801', '15 kW'], ['Birdham', '1768', '7 kW']];
    const document = await parse(
      makePdf([
        { lines: grid(xs, ys), text: cellTexts(xs, ys, rows) },
        { lines: grid(xs, ys), text: cellTexts(xs, ys, more) },
      ]),
    );
    assert.equal(document.markdown.match(/\| Mill \|/g)?.length, 1);
    assert.match(document.markdown, /\| Woodbridge .*\n\| Carew /);
    assert.deepEqual(document.pages[1], {
      page: 2,
      start: document.markdown.length - 1,
      end: document.markdown.length - 1,
    });
  });
});

describe('document', () => {
  it('has the pages asked for only, by their numbers in the file', async () => {
    const page_range = [
      { first: 2, last: 3 },
      { first: 9, last: 12 },
    ];
    const document = await parse(makeLongPdf(20), {}, { page_range, max_pages: 3 });
    assert.deepEqual(
      document.pages.map(({ page, start, end }) => [page, document.markdown.slice(start, end).split('\n')[0]]),
      [2, 3, 9].map((page) => [page, `# Chapter ${page}`]),
    );
    assert.deepEqual(
      document.warnings.map(({ code, page }) => [code, page]),
      [['pages_omitted', null]],
    );
    await assert.rejects(parse(makeLongPdf(2), {}, { page_range: [{ first: 5, last: 6 }] }), { code: 'empty' });
  });

  it('tells where each page stands in the Markdown', async () => {
    const pages = [{ text: paragraph(72, 100, LOREM) }, {}, { text: paragraph(72, 100, ['The last page.']) }];
    const { markdown, pages: spans } = await parse(makePdf(pages));
    assert.deepEqual(
      spans.map(({ page, start, end }) => [page, markdown.slice(start, end)]),
      [
        [1, LOREM.join(' ')],
        [2, ''],
        [3, 'The last page.'],
      ],
    );
  });

  it('reads the document information', async () => {
    const info = {
      Title: ' Tide  mills ',
      Author: 'Ada Miller, Ben Wheel and Cy Gate',
      CreationDate: "D:20240131120000+01'00'",
    };
    const document = await parse(makePdf([{ text: paragraph(72, 100, LOREM) }], { info, language: 'en-GB' }));
    assert.equal(document.title, 'Tide mills');
    assert.deepEqual(document.authors, ['Ada Miller', 'Ben Wheel', 'Cy Gate']);
    assert.equal(document.createdAt, '2024-01-31T11:00:00.000Z');
    assert.equal(document.language, 'en-GB');
  });

  it('leaves what the document does not tell null', async () => {
    const document = await parse(makePdf([{ text: paragraph(72, 100, LOREM) }]));
    assert.deepEqual(
      [document.title, document.authors, document.createdAt, document.language, document.warnings],
      [null, [], null, null, []],
    );
  });

  it('reports each page and reads a hundred of them', async () => {
    const reported: Progress[] = [];
    const document = await parse(makeLongPdf(100), { onProgress: (progress) => reported.push(progress) });
    // Each page is looked at twice: half of the progress each time.
    assert.deepEqual(
      reported.map(({ completed }) => completed),
      Array.from({ length: 200 }, (_, index) => Math.floor((index + 1) / 2)),
    );
    assert.deepEqual(reported.at(-1), { completed: 100, total: 100, unit: 'pages', message: null });
    const last = document.pages[99];
    assert.ok(last !== undefined);
    assert.match(document.markdown.slice(last.start, last.end), /^# Chapter 100\n\nThis is part 1 of page 100,/);
  });
});

describe('what lies over a page', () => {
  const area = (x0: number, y: number, x1: number, uri: string) => ({ x0, y0: y - 10, x1, y1: y + 3, uri });

  it('leads to web addresses, over the ends of lines and in cells', async () => {
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
      'See the [history of the mills of the coast and of the inland](https://example.org/mills%28old%29) rivers, and example.org.\n',
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

  it('become files that the Markdown links to where they stand', async () => {
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

  it('are shown once, and one file, on however many pages they stand', async () => {
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

describe('pages recognised from pixels', () => {
  const words = (text: string, y: number, size: number) =>
    text.split(' ').map((word, index) =>
      recognisedWord({
        text: word,
        x0: 72 + index * 40,
        x1: 108 + index * 40,
        y0: y - size,
        y1: y + 2,
        baseline: y,
        fontSize: size,
        bold: false,
        font: 'seen',
      }),
    );

  it('are laid out like those of a file', () => {
    const page = {
      width: 612,
      height: 792,
      words: [...words('Tide mills', 150, 20), ...words('water moves the wheel of the mill', 200, 10)],
      rotated: [],
      drawings: { horizontal: [], vertical: [], rectangles: [], hasImages: true },
      structure: null,
    };
    const { markdown, pages } = layOutDocument([{ number: 3, page }], 'auto');
    assert.equal(markdown, '# Tide mills\n\nwater moves the wheel of the mill\n');
    assert.deepEqual(pages, [{ page: 3, start: 0, end: markdown.length - 1 }]);
  });

  it('keep the letters of right-to-left words in the order in which they were recognised', () => {
    const word = { x0: 72, x1: 140, y0: 140, y1: 152, baseline: 150, fontSize: 10, bold: false, font: 'seen' };
    const page = {
      width: 612,
      height: 792,
      words: [recognisedWord({ ...word, text: 'שלום' })],
      rotated: [],
      drawings: { horizontal: [], vertical: [], rectangles: [], hasImages: true },
      structure: null,
    };
    assert.equal(layOutDocument([{ number: 1, page }], 'auto').markdown, 'שלום\n');
  });
});

describe('sources that cannot be read', () => {
  const code = (expected: string) => (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === expected;

  it('refuses a protected file as encrypted', async () => {
    const bytes = makePdf([{ text: paragraph(72, 100, LOREM) }], { encrypted: true });
    await assert.rejects(parse(bytes), code('encrypted'));
  });

  it('refuses garbage and truncated files as corrupt', async () => {
    await assert.rejects(parse(Buffer.from('This is not a PDF.')), code('corrupt'));
    await assert.rejects(parse(makePdf([{}]).slice(0, 40)), code('corrupt'));
  });

  it('refuses no bytes, and no pages, as empty', async () => {
    await assert.rejects(parse(new Uint8Array()), code('empty'));
    await assert.rejects(parse(makePdf([])), code('empty'));
  });

  it('stops between pages when it is aborted', async () => {
    const controller = new AbortController();
    let reported = 0;
    const parsing = parse(makeLongPdf(50), {
      signal: controller.signal,
      onProgress: ({ completed }) => {
        reported = completed;
        if (completed === 3) controller.abort();
      },
    });
    await assert.rejects(parsing, { name: 'AbortError' });
    assert.equal(reported, 3);
  });

  it('warns of each page that is an image, and returns no text', async () => {
    const document = await parse(makePdf([{ image: true }, { image: true }]));
    assert.equal(document.markdown, '');
    assert.deepEqual(
      document.warnings.map((warning) => [warning.code, warning.page]),
      [
        ['no_text_layer', 1],
        ['no_text_layer', 2],
      ],
    );
  });

  it('says once that a file counts more pages than it has', async () => {
    const bytes = Buffer.from(makePdf([{ text: paragraph(72, 100, LOREM) }])).toString('latin1');
    const { warnings, pages } = await parse(Buffer.from(bytes.replace('/Count 1', '/Count 500'), 'latin1'));
    assert.equal(pages.length, 1);
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['pages_missing', null]],
    );
    const endless = parse(Buffer.from(bytes.replace('/Count 1', '/Count 900000'), 'latin1'));
    await assert.rejects(endless, { code: 'too_large' });
  });

  it('gives the lines of a page with more words than anybody reads', async () => {
    const text = Array.from({ length: 12_100 }, (_, index) => ({
      x: 20 + (index % 110) * 5,
      y: 20 + Math.floor(index / 110) * 6,
      text: 'ab',
      size: 3,
    }));
    const { warnings, markdown } = await parse(makePdf([{ text }]));
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['layout_skipped'],
    );
    assert.equal(markdown.match(/ab/g)?.length, 12_100);
  });

  it('leaves out a page that cannot be read, with a warning, and goes on', async () => {
    const document = await parse(
      makePdf([
        { text: paragraph(72, 100, LOREM) },
        { broken: true },
        { text: paragraph(72, 100, ['The last page.']) },
      ]),
    );
    assert.deepEqual(
      document.warnings.map((warning) => [warning.code, warning.page]),
      [['page_unreadable', 2]],
    );
    assert.match(document.markdown, /The last page\./);
    assert.equal(document.pages.length, 3);
  });
});
