import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { ArrivingBodies, memoryOf } from '../../../api/limits/arriving-bodies.ts';
import { ServiceError } from '../../../errors/index.ts';

const KIB = 1024;
const UNHEARD = { set: () => undefined };
const hasCode = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

/** A body that keeps arriving until it is ended. */
function open(bodies: ArrivingBodies, tenant: string, bytes: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { read: bodies.during(tenant, bytes, () => promise), end: resolve, fail: reject };
}

test('the bytes that arrive at once are limited per tenant and in total', async () => {
  let bytes = 0;
  const figure = { set: (now: number) => void (bytes = now) };
  const bodies = new ArrivingBodies({ tenantBytes: 10, processBytes: 15 }, figure);
  const first = open(bodies, 'a', 6);
  await assert.rejects(open(bodies, 'a', 5).read, hasCode('too_much_at_once'));
  const second = open(bodies, 'a', 4);
  await assert.rejects(open(bodies, 'b', 6).read, hasCode('overloaded'));
  const third = open(bodies, 'b', 5);
  assert.equal(bytes, 15);

  first.end();
  await first.read;
  assert.equal(bytes, 9);
  second.fail(new Error('cut off'));
  await assert.rejects(second.read, { message: 'cut off' });
  third.end();
  await third.read;
  assert.equal(bytes, 0);
});

test('a refused body is not read', async () => {
  const bodies = new ArrivingBodies({ tenantBytes: 1, processBytes: 1 }, UNHEARD);
  const first = open(bodies, 'a', 1);
  await assert.rejects(
    bodies.during('a', 1, () => assert.fail('it was read')),
    hasCode('too_much_at_once'),
  );
  first.end();
  await first.read;
});

test('a body larger than the limit is admitted when no other is arriving', async () => {
  const bodies = new ArrivingBodies({ tenantBytes: 10, processBytes: 10 }, UNHEARD);
  assert.equal(await bodies.during('a', 1000, async () => 'read'), 'read');
});

for (const [headers, most, expected] of [
  [{ 'content-length': '100000' }, 1000 * KIB, 100_000],
  [{ 'content-length': '5' }, 1000 * KIB, 64 * KIB],
  [{ 'content-length': '99999999' }, 1000 * KIB, 1000 * KIB],
  [{ 'transfer-encoding': 'chunked' }, 1000 * KIB, 1000 * KIB],
  [{ 'content-length': '100', 'content-encoding': 'gzip' }, 1000 * KIB, 1000 * KIB],
] as const) {
  test(`a body with ${JSON.stringify(headers)} may need ${expected} of ${most} bytes`, () => {
    const request = Object.assign(new IncomingMessage(new Socket()), { headers });
    assert.equal(memoryOf(request, most), expected);
  });
}
