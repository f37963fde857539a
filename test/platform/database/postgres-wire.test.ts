import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { listenForPostgres } from '../../../platform/database/postgres-wire.ts';
import { assertLinear } from '../../support/linear.ts';

const message = (type: string, body = ''): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32BE(4 + body.length, type.length);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
};
const startup = message('', '\0\x03\0\0');
const sslRequest = message('', '\x04\xd2\x16\x2f');
const parse = (sql: string) => message('P', sql);
const sync = message('S');
const query = (sql: string) => message('Q', sql);

/** An engine that only says when it is ready, and remembers what it was asked: `Parse one`, `S`, `Q BEGIN`. */
class FakeEngine {
  readonly seen: string[] = [];
  #waiting: { count: number; resolve: () => void } | undefined;
  #inTransaction = false;

  async execProtocolRawStream(
    bytes: Uint8Array,
    { onRawData }: { onRawData: (bytes: Uint8Array) => void },
  ): Promise<void> {
    const text = Buffer.from(bytes).toString('latin1');
    const type = text[0] === '\0' ? 'startup' : text[0];
    const body = text[0] === '\0' ? '' : text.slice(5).replaceAll('\0', '');
    if (body === 'BEGIN') this.#inTransaction = true;
    if (body === 'ROLLBACK') this.#inTransaction = false;
    if (body === 'explode') throw new Error('out of memory');
    if (type !== 'P') {
      // In two pieces, as an engine may answer.
      const ready = Buffer.from(`Z\0\0\0\x05${this.#inTransaction ? 'T' : 'I'}`);
      onRawData(ready.subarray(0, 2));
      onRawData(ready.subarray(2));
    }
    if (type !== 'startup') this.seen.push(`${type} ${body}`.trim());
    if (this.#waiting && this.seen.length >= this.#waiting.count) this.#waiting.resolve();
  }

  async sees(count: number): Promise<string[]> {
    await new Promise<void>((resolve) => {
      this.#waiting = { count, resolve };
      if (this.seen.length >= count) resolve();
    });
    return this.seen;
  }
}

async function start(t: TestContext, onFailure: (error: unknown) => void = assert.ifError) {
  const engine = new FakeEngine();
  const listener = await listenForPostgres(engine, 0, onFailure);
  t.after(listener.stop);
  return {
    engine,
    /** A connection that was declined encryption and is through its startup. */
    connect: async (): Promise<Socket> => {
      const socket = connect(listener.port, '127.0.0.1');
      t.after(() => socket.destroy());
      socket.write(sslRequest);
      const [answer] = await once(socket, 'data');
      assert.equal(String(answer), 'N');
      socket.write(startup);
      await once(socket, 'data');
      return socket;
    },
  };
}

test('the messages of one statement are never interleaved with those of another connection', async (t) => {
  const { engine, connect } = await start(t);
  const [one, two] = [await connect(), await connect()];
  one.write(parse('one'));
  await engine.sees(1);
  two.write(Buffer.concat([parse('two'), sync]));
  one.write(Buffer.concat([parse('one again'), sync]));
  assert.deepEqual(await engine.sees(5), ['P one', 'P one again', 'S', 'P two', 'S']);
});

test('a transaction keeps its turn; a client that leaves it open loses it', async (t) => {
  const { engine, connect } = await start(t);
  const [one, two] = [await connect(), await connect()];
  one.write(query('BEGIN'));
  await engine.sees(1);
  two.write(query('two'));
  one.write(query('one'));
  await engine.sees(2);
  one.destroy();
  assert.deepEqual(await engine.sees(5), ['Q BEGIN', 'Q one', 'S', 'Q ROLLBACK', 'Q two']);
});

test('messages are assembled from the chunks in which they arrive', async (t) => {
  const { engine, connect } = await start(t);
  const socket = await connect();
  for (const byte of query('in pieces')) socket.write(Buffer.of(byte));
  assert.deepEqual(await engine.sees(1), ['Q in pieces']);
});

test('a message is put together in linear time', async (t) => {
  const { engine, connect } = await start(t);
  const socket = await connect();
  let sent = 0;
  await assertLinear('a message of many pieces', async (repeats) => {
    socket.write(query('x'.repeat(repeats * 8192)));
    await engine.sees(++sent);
  });
});

test('an engine failure is reported and ends that connection', async (t) => {
  const failures: unknown[] = [];
  const { connect } = await start(t, (error) => failures.push(error));
  const socket = await connect();
  socket.write(query('explode'));
  await once(socket, 'close');
  assert.deepEqual(failures, [new Error('out of memory')]);
});
