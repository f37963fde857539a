/** Rows of JSONL and CSV, whole and broken, in whatever pieces they come. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { SLICE_BYTES } from '../../../../engines/evaluation/datasets/byte-slices.ts';
import { readCsv } from '../../../../engines/evaluation/datasets/csv.ts';
import { readJsonl } from '../../../../engines/evaluation/datasets/jsonl.ts';
import { MOST_BLANK_LINES } from '../../../../engines/evaluation/datasets/row.ts';
import type { Row } from '../../../../engines/evaluation/datasets/row.ts';
import { ServiceError } from '../../../../errors/index.ts';

async function* inPieces(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Read = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Row>;
const csv: Read = (chunks) => readCsv(chunks, ',');

const all = (rows: AsyncIterable<Row>): Promise<Row[]> => Readable.from(rows).toArray();

/** The rows, which do not depend on the pieces. */
async function rowsOf(read: Read, content: string | Uint8Array): Promise<Row[]> {
  const whole = await all(read(inPieces(content, 1 << 20)));
  for (const size of [1, 3, 7]) assert.deepEqual(await all(read(inPieces(content, size))), whole);
  return whole;
}

async function faultOf(read: Read, content: string | Uint8Array, size = 1 << 16): Promise<Record<string, unknown>> {
  try {
    await all(read(inPieces(content, size)));
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'rows_invalid', String(error));
    return error.details;
  }
  assert.fail('the rows were read');
}

test('JSONL: a row per line, whatever ends the lines', async () => {
  const text = '\uFEFF{"a": "x\u2028y"}\r\n\n  \n{"b": [1, {"c": null}]}';
  assert.deepEqual(await rowsOf(readJsonl, text), [{ a: 'x\u2028y' }, { b: [1, { c: null }] }]);
});

test('JSONL: an error names line and column', async () => {
  const deep = `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`c${at}`, at])));
  const cases: [string | Uint8Array, Record<string, unknown>][] = [
    ['{"a": 1}\n{"a": tru}\n', { reason: 'json', line: 2, column: 11 }],
    ['{"a": 1', { reason: 'json', line: 1, column: 8 }],
    ['{"a": 1}\n[1]\n', { reason: 'not_an_object', line: 2 }],
    ['{"a": 1}\nnull\n', { reason: 'not_an_object', line: 2 }],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), { reason: 'encoding', line: 1 }],
    ['{"a": "\\u0000"}', { reason: 'characters', line: 1, column: 'a' }],
    ['{"a": {"b": "\\ud800"}}', { reason: 'characters', line: 1, column: 'a' }],
    ['{"__proto__": 1}', { reason: 'name', line: 1, column: '__proto__' }],
    ['{"": 1}', { reason: 'name', line: 1, column: '' }],
    [deep, { reason: 'depth', line: 1, column: 'a' }],
    [wide, { reason: 'too_many_columns', line: 1 }],
  ];
  for (const [content, expected] of cases) assert.deepEqual(await faultOf(readJsonl, content), expected);
});

test('a line without an end is refused before it is held', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      sent += 65_536;
      yield Buffer.alloc(65_536, 'x');
    }
  }
  for (const read of [readJsonl, csv]) {
    sent = 0;
    await assert.rejects(all(read(endless())), { code: 'rows_invalid' });
    assert.ok(sent < 2 * 1024 ** 2, String(sent));
  }
  const endlessQuote = (async function* () {
    yield Buffer.from('a\n"');
    yield* endless();
  })();
  await assert.rejects(all(csv(endlessQuote)), { code: 'rows_invalid' });
});

test('blank lines are limited, and a file of them is not read to its end', async () => {
  const blank = '\n'.repeat(MOST_BLANK_LINES);
  assert.deepEqual(await all(readJsonl(inPieces(`${blank}{"a": 1}`, 1 << 16))), [{ a: 1 }]);
  assert.deepEqual(await all(csv(inPieces(`a\n${blank}1`, 1 << 16))), [{ a: '1' }]);
  for (const read of [readJsonl, csv]) {
    for (const end of ['\n', '\r\n']) {
      let sent = 0;
      const lines = async function* (): AsyncGenerator<Uint8Array> {
        for (; sent < 2 * 1024 ** 2; sent += 65_536) yield Buffer.from(end.repeat(65_536 / end.length));
      };
      await assert.rejects(all(read(lines())), {
        code: 'rows_invalid',
        details: { reason: 'too_many_blank_lines', line: MOST_BLANK_LINES + 1 },
      });
      assert.ok(sent <= end.length * MOST_BLANK_LINES, String(sent));
    }
  }
});

test('other work has a turn while a file in memory is read', async () => {
  const rows = Buffer.from(`a\n${'1\n'.repeat(50_000)}`);
  const long = Buffer.from(`{"a": 1}${' '.repeat(90_000)}\n`);
  for (const [read, content] of [
    [csv, rows],
    [readJsonl, long],
  ] as const) {
    let turns = 0;
    let isReading = true;
    const other = (): void => {
      turns++;
      if (isReading) setImmediate(other);
    };
    setImmediate(other);
    await all(read(inPieces(content, content.length)));
    isReading = false;
    assert.ok(turns >= Math.floor(content.length / SLICE_BYTES), `${turns} turns`);
  }
});

test('CSV: quotes, line ends in cells, empty cells and lines', async () => {
  const text = '\uFEFFquestion,answer\r\n"Who, and ""why""?","two\r\nlines"\r\n\r\nplain,\r\n,"x"';
  assert.deepEqual(await rowsOf(csv, text), [
    { question: 'Who, and "why"?', answer: 'two\r\nlines' },
    { question: 'plain' },
    { answer: 'x' },
  ]);
  assert.deepEqual(await rowsOf((chunks) => readCsv(chunks, '\t'), 'a\tb\n1,5\t2\n'), [{ a: '1,5', b: '2' }]);
  assert.deepEqual(await rowsOf(csv, 'a,b\r1,2\r3,4\r'), [
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ]);
  assert.deepEqual(await rowsOf(csv, 'é,b\n"ü",2'), [{ é: 'ü', b: '2' }]);
});

test('CSV: an error names line and cell', async () => {
  const cases: [string | Uint8Array, Record<string, unknown>][] = [
    ['a,b\n1,2\n1,2,3\n', { reason: 'cells', line: 3, column: 3 }],
    ['a,b\n"x\ny",2\n1\n', { reason: 'cells', line: 4, column: 1 }],
    ['a,b\n1,"x\n\n', { reason: 'quote', line: 2, column: 2 }],
    ['a,b\n1,x"y\n', { reason: 'quote', line: 2, column: 2 }],
    ['a,b\n"x"y,2\n', { reason: 'quote', line: 2, column: 1 }],
    ['a,a\n', { reason: 'columns', line: 1, column: 'a' }],
    ['a,\n', { reason: 'name', line: 1, column: '' }],
    ['a\n\0\n', { reason: 'characters', line: 2, column: 'a' }],
    [Buffer.from([0x61, 0x0a, 0x62, 0x0a, 0xff, 0x0a]), { reason: 'encoding', line: 3 }],
    [`a\n${','.repeat(300)}\n`, { reason: 'too_many_columns', line: 2 }],
  ];
  for (const [content, expected] of cases) assert.deepEqual(await faultOf(csv, content), expected, String(content));
  assert.deepEqual(await faultOf(csv, Buffer.from([0x61, 0x0a, 0xc3]), 1), { reason: 'encoding', line: 2 });
});
