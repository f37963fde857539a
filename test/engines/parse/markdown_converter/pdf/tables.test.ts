import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOREM, markdownOf, parse } from '../../../../support/documents/parse-pdf.ts';
import { makePdf, paragraph } from '../../../../support/documents/pdf.ts';
import type { PdfElement, PdfLine, PdfText } from '../../../../support/documents/pdf.ts';

/** The lines of a grid whose columns end at `xs` and rows at `ys`. */
const grid = (xs: readonly number[], ys: readonly number[]): PdfLine[] => [
  ...ys.map((y) => ({ x0: xs[0] ?? 0, y0: y, x1: xs.at(-1) ?? 0, y1: y })),
  ...xs.map((x) => ({ x0: x, y0: ys[0] ?? 0, x1: x, y1: ys.at(-1) ?? 0 })),
];

const cellTexts = (xs: readonly number[], ys: readonly number[], rows: readonly (readonly string[])[]): PdfText[] =>
  rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ x: (xs[column] ?? 0) + 4, y: (ys[row] ?? 0) + 14, text })),
  );

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
      '| Mill | Built | Power |\n| --- | --- | --- |\n| Eling | 1418 | 12 kW |\n| Woodbridge mill | 1170 or so ' +
        '| 9 kW |\n',
    );
  });

  it('distinguishes cells of several lines from rows without rules between them', async () => {
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
      '| Mill | Built | Power |\n| --- | --- | --- |\n| Eling | Rebuilt after the great storm | Two wheels and ' +
        'four stones |\n',
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

  it('keeps a drawn grid whose header is justified with wide gaps', async () => {
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

  it('does not take a background color for a cell', async () => {
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

  it('keeps the bold header of a table section apart from the row above', async () => {
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

  it('reads headers that span several columns, or stand beside the numbers of their column', async () => {
    const over = [
      { x: 100, y: 100, text: 'Mill of the coast' },
      { x: 330, y: 100, text: 'All of 2 or 3 wheels' },
      ...['Name', 'Built', 'Wheels', 'Watts'].flatMap((text, column) =>
        [0, 1, 2].map((row) => ({ x: 72 + column * 100, y: 114 + row * 14, text: `${text} ${row}` })),
      ),
    ];
    assert.match(
      await markdownOf({ text: over }),
      /<tr><th colspan="2">Mill of the coast<\/th><th colspan="2">All of 2 or 3 wheels<\/th><\/tr>\n<tr><td>Name 0<\/td><td>Built 0<\/td>/,
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

  it('keeps the columns of a table apart even if notes run across them', async () => {
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

  it('does not take a wide table with short lines below its rows for two text columns', async () => {
    const columns = [72, 120, 175, 240, 330, 390, 440, 490];
    const text = [1, 2, 3, 4, 5].flatMap((number): PdfText[] => [
      ...columns.map((x, column) => ({ x, y: 100 + number * 30, text: `c${column} r${number}` })),
      { x: 72, y: 114 + number * 30, text: 'Remark that stands below the row' },
    ]);
    const markdown = await markdownOf({ text });
    assert.match(markdown, /\| c0 r1 \|.*\| c7 r1 \|/);
  });

  it('writes merged cells as HTML, or repeated in pipe tables when these are requested', async () => {
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
      '<tr><th colspan="2">All ' +
      'mills</th></tr>\n<tr><td>Eling</td><td>1418</td></tr>\n<tr><td>Carew</td><td>1801</td></tr>';
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

  it('joins a table that continues on the next page, with its header once', async () => {
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

describe('what stands beside each other and is no table', () => {
  const beside = (rows: readonly (readonly string[])[], xs: readonly number[]): PdfText[] =>
    rows.flatMap((row, line) => row.map((text, column) => ({ x: xs[column] ?? 0, y: 120 + 14 * line, text })));
  const below = paragraph(72, 300, LOREM);

  it('is authors with their addresses, one after the other', async () => {
    const rows = [
      ['Ada Weir', 'Ben Gate', 'Cy Wheel'],
      ['Mill Institute', 'River College', 'Tide University'],
      ['ada@mill.org', 'ben@river.org', 'cy@tide.org'],
    ];
    assert.match(
      await markdownOf({ text: [...beside(rows, [90, 260, 430]), ...below] }),
      /^Ada Weir Mill Institute ada@mill\.org\n\nBen Gate River College ben@river\.org\n\nCy Wheel Tide University cy@tide\.org\n\n/,
    );
    const list = [
      ['Name', 'Place', 'Address'],
      ['Ada Weir', 'Eling', 'ada@mill.org'],
      ['Ben Gate', 'Carew', 'ben@river.org'],
    ];
    assert.match(
      await markdownOf({ text: [...beside(list, [90, 260, 430]), ...below] }),
      /^\| Name \| Place \| Address \|\n/,
    );
  });

  it('is the choices of a ballot, with what is below each', async () => {
    const rows = [
      ['( ) Ada Weir', '( ) Ben Gate'],
      ['Tide Party', 'Mill Party'],
      ['( ) Cy Wheel', '( ) Dora Lock'],
      ['River Party', 'Independent'],
    ];
    const markdown = await markdownOf({ text: [...beside(rows, [90, 330]), ...below] });
    assert.doesNotMatch(markdown, /\|/);
    assert.match(markdown, /Ada Weir\s+Tide Party[^]*Cy Wheel\s+River Party[^]*Ben Gate\s+Mill Party/);
  });
});
