/** Imported files in a reading process: rows as they come, errors of any size of file, and hostile files. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { openReading } from '../../../activities/evaluation/datasets/reading/pool.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import type { RowPieces } from '../../../engines/evaluation/datasets/pieces.ts';
import type { RowFormat } from '../../../engines/evaluation/options.ts';

const reading = openReading(new WorkerMetrics());
after(() => reading.close());

function read(format: RowFormat, chunks: readonly Uint8Array[], signal = new AbortController().signal): RowPieces {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const file = { bytes, open: async () => Readable.from(chunks, { objectMode: false }) };
  return reading.read({ format, delimiter: ',', bytes }, file, { key: 'ann', signal, timeoutMs: 60_000 });
}

const textOf = async ({ pieces }: RowPieces): Promise<string> => (await buffer(pieces)).toString();
const rowOf = (at: number): string => `${JSON.stringify({ question: `What is ${at}?`, at })}\n`;

test('rows come out in their order, with their number and columns', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => rowOf(at));
  const rows = read(
    'jsonl',
    lines.map((line) => Buffer.from(line)),
  );
  assert.equal(await textOf(rows), lines.join(''));
  assert.deepEqual(rows.survey(), {
    rows: lines.length,
    columns: [
      { name: 'question', type: 'string', filled: 1 },
      { name: 'at', type: 'number', filled: 1 },
    ],
  });
});

test('the worker itself parses no row', async (t) => {
  const row = Buffer.from(`{"a":[${'[],'.repeat(340_000)}1]}`);
  const parse = t.mock.method(JSON, 'parse');
  const stringify = t.mock.method(JSON, 'stringify');
  assert.equal((await textOf(read('jsonl', [row]))).length, row.length + 1);
  assert.deepEqual([parse.mock.callCount(), stringify.mock.callCount()], [0, 0]);
});

test('an error at the beginning of a large file comes before its end is read, and the next file is read', async () => {
  let sent = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < 1000; at++) {
      sent++;
      yield Buffer.from(at === 0 ? '{"a": }\n'.padEnd(100_000, '\n') : rowOf(at).padEnd(100_000, ' '));
    }
  }
  const file = { bytes: 1000 * 100_000, open: async () => Readable.from(chunks(), { objectMode: false }) };
  const caller = { key: 'ann', signal: new AbortController().signal, timeoutMs: 60_000 };
  const rows = reading.read({ format: 'jsonl', delimiter: ',', bytes: file.bytes }, file, caller);
  await assert.rejects(textOf(rows), { code: 'rows_invalid', details: { reason: 'json', line: 1, column: 8 } });
  assert.ok(sent < 500, `${sent} chunks`);
  assert.equal(await textOf(read('csv', [Buffer.from('a\n1\n')])), '{"a":"1"}\n');
});

test('a reader that leaves early ends the work', async () => {
  const endless = read(
    'jsonl',
    Array.from({ length: 50_000 }, (_, at) => Buffer.from(rowOf(at))),
  );
  for await (const piece of endless.pieces) {
    assert.ok(piece.byteLength > 0);
    break;
  }
  const controller = new AbortController();
  const aborted = read('jsonl', [Buffer.from(rowOf(1))], controller.signal);
  controller.abort(new Error('cancelled'));
  await assert.rejects(textOf(aborted), /cancelled/);
  assert.equal(await textOf(read('jsonl', [Buffer.from('{"a":1}')])), '{"a":1}\n');
});
