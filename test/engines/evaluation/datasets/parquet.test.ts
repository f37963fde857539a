/** Rows of Parquet: what comes back, and how hostile files are refused. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { compressorsWithin } from '../../../../engines/evaluation/datasets/parquet/compression.ts';
import { readParquet } from '../../../../engines/evaluation/datasets/parquet/index.ts';
import type { Row } from '../../../../engines/evaluation/datasets/row.ts';
import { ServiceError } from '../../../../errors/index.ts';

type Options = Parameters<typeof parquetWriteBuffer>[0];

const fileOf = (columnData: Options['columnData'], more: Partial<Options> = {}): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...more }));

const rowsOf = (content: Uint8Array): Promise<Row[]> => Readable.from(readParquet(content)).toArray();

async function faultOf(content: Uint8Array): Promise<Record<string, unknown>> {
  try {
    await rowsOf(content);
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'rows_invalid', String(error));
    return error.details;
  }
  assert.fail('the rows were read');
}

const TEXTS = { name: 'q', data: ['Who?', 'Ü\u2028', null], type: 'STRING' as const };

test('values of every type become values of JSON', async () => {
  const when = new Date('2026-03-14T09:26:53.000Z');
  const file = fileOf([
    TEXTS,
    { name: 'whole', data: [1n, 2n ** 60n, -3n], type: 'INT64' },
    { name: 'part', data: [0.5, Number.NaN, -1.25], type: 'DOUBLE' },
    { name: 'is', data: [true, false, true], type: 'BOOLEAN' },
    { name: 'when', data: [when, when, when], type: 'TIMESTAMP' },
    { name: 'nested', data: [{ a: [1, { b: 'c' }] }, ['x'], { d: null }], type: 'JSON' },
  ]);
  const date = when.toISOString();
  assert.deepEqual(await rowsOf(file), [
    { q: 'Who?', whole: 1, part: 0.5, is: true, when: date, nested: { a: [1, { b: 'c' }] } },
    { q: 'Ü\u2028', whole: String(2n ** 60n), part: null, is: false, when: date, nested: ['x'] },
    { q: null, whole: -3, part: -1.25, is: true, when: date, nested: { d: null } },
  ]);
});

test('row groups follow one another, in every supported compression', async () => {
  const data = Array.from({ length: 2500 }, (_, at) => `Question ${at % 7} of ${at}`);
  const expected = data.map((q) => ({ q }));
  const codecs = {
    UNCOMPRESSED: undefined,
    SNAPPY: undefined,
    GZIP: gzipSync,
    BROTLI: brotliCompressSync,
    ZSTD: zstdCompressSync,
  } as const;
  for (const [codec, compress] of Object.entries(codecs)) {
    const compressors = compress && { [codec]: (input: Uint8Array) => new Uint8Array(compress(input)) };
    const more = { codec, rowGroupSize: 1000, ...(compressors && { compressors }) } as Partial<Options>;
    assert.deepEqual(await rowsOf(fileOf([{ name: 'q', data }], more)), expected, codec);
  }
});

const element = (name: string, more: object) => ({ name, repetition_type: 'OPTIONAL', ...more });
const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };

test('lists and structures stay nested', async () => {
  const schema = [
    { name: 'root', num_children: 2 },
    element('contexts', { num_children: 1, converted_type: 'LIST' }),
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    element('element', text),
    element('call', { num_children: 2 }),
    element('name', text),
    element('count', { type: 'INT32' }),
  ];
  const contexts = [['a', 'b'], [], null, ['c', null]];
  const call = [{ name: 'f', count: 1 }, { name: null, count: 2 }, { name: 'g', count: null }, null];
  const file = fileOf(
    [
      { name: 'contexts', data: contexts },
      { name: 'call', data: call },
    ],
    { schema } as Partial<Options>,
  );
  assert.deepEqual(
    await rowsOf(file),
    contexts.map((list, at) => ({ contexts: list, call: call[at] })),
  );
});

test('an error names the problem, and its column or row', async () => {
  const proto = [{ name: 'root', num_children: 1 }, element('__proto__', text)];
  const fixed = [{ name: 'root', num_children: 1 }, element('a', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2 })];
  const wide = Array.from({ length: 201 }, (_, at) => ({ name: `c${at}`, data: [1] }));
  const same = [{ name: 'root', num_children: 2 }, element('a', { type: 'INT32' }), element('a', { type: 'INT32' })];
  const json = fileOf([{ name: 'a', data: ['one', 'two'], type: 'JSON' }], { codec: 'UNCOMPRESSED' });
  const altered = Buffer.from(Buffer.from(json).toString('latin1').replaceAll('"two"', '"two!'), 'latin1');
  const bytes = new Uint8Array([0xff, 0xfe]);
  const lz4 = { codec: 'LZ4_RAW', compressors: { LZ4_RAW: (input: Uint8Array) => input } } as Partial<Options>;
  const large = Array.from({ length: 66 }, (_, at) => String(at).padEnd(1024 ** 2, 'x'));
  const deep: unknown = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
  const cases: [Uint8Array, Record<string, unknown>][] = [
    [Buffer.from('PAR1 nothing PAR1'), { reason: 'parquet' }],
    [new Uint8Array(), { reason: 'parquet' }],
    [Buffer.from('a,b\n1,2\n'), { reason: 'parquet' }],
    [fileOf([{ name: 'a', data: ['x\0'], type: 'STRING' }]), { reason: 'characters', line: 1, column: 'a' }],
    [fileOf([{ name: 'a', data: [bytes], type: 'BYTE_ARRAY' }]), { reason: 'encoding', line: 1, column: 'a' }],
    [altered, { reason: 'json', line: 2, column: 'a' }],
    [
      fileOf([{ name: 'a', data: [bytes] }], { schema: fixed } as Partial<Options>),
      { reason: 'binary', line: 1, column: 'a' },
    ],
    [fileOf([{ name: 'a', data: [deep], type: 'JSON' }]), { reason: 'depth', line: 1, column: 'a' }],
    [
      fileOf([{ name: '__proto__', data: ['x'] }], { schema: proto } as Partial<Options>),
      { reason: 'name', column: '__proto__' },
    ],
    [fileOf(wide), { reason: 'too_many_columns' }],
    [
      fileOf(
        [
          { name: 'a', data: [1] },
          { name: 'a', data: [1] },
        ],
        { schema: same } as Partial<Options>,
      ),
      { reason: 'columns', column: 'a' },
    ],
    [fileOf([{ name: 'a', data: new Int32Array(100_001) }]), { reason: 'too_many_rows' }],
    [fileOf([{ name: 'a', data: ['x'] }], lz4), { reason: 'compression', column: 'a' }],
    [fileOf([{ name: 'a', data: large }]), { reason: 'row_group_too_large' }],
  ];
  for (const [file, expected] of cases) assert.deepEqual(await faultOf(file), expected, JSON.stringify(expected));
});

test('a page that decompresses to more than it says, or than a row group may have, is not read', () => {
  const { GZIP, SNAPPY } = compressorsWithin(1000);
  assert.throws(() => GZIP?.(gzipSync(Buffer.alloc(1e6)), 10), RangeError);
  assert.throws(() => SNAPPY?.(new Uint8Array(4), 2 ** 31), { code: 'rows_invalid' });
  const again = compressorsWithin(1000).ZSTD;
  const page = zstdCompressSync(Buffer.alloc(400));
  again?.(page, 400);
  again?.(page, 400);
  assert.throws(() => again?.(page, 400), { code: 'rows_invalid' });
});

test('a file that was cut or altered is an error or other rows, never a crash', async () => {
  const file = fileOf([
    { name: 'q', data: ['Who?', 'Why?', 'When?'], type: 'STRING' },
    { name: 'n', data: [1, 2, 3] },
  ]);
  for (let length = 0; length < file.length; length += 7) {
    assert.equal((await faultOf(file.subarray(0, length)))['reason'], 'parquet', String(length));
  }
  const footer = Buffer.from(file);
  footer.writeUInt32LE(2 ** 31, footer.length - 8);
  assert.equal((await faultOf(footer))['reason'], 'parquet');
});
