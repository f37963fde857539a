import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../errors/index.ts';
import { createAddressPolicy } from '../../../platform/network-guard/addresses.ts';
import { createGuardedFetch } from '../../../platform/network-guard/index.ts';
import { INSIDE, INSIDE_NAMES, resolveInside } from '../../support/inside-addresses.ts';

const guardedFetch = createGuardedFetch({ allow: [], resolve: resolveInside });

for (const host of [...INSIDE, ...INSIDE_NAMES]) {
  test(`does not connect to http://${host}/`, async () => {
    await assert.rejects(
      guardedFetch(`http://${host}/`, { maxBytes: 1, signal: new AbortController().signal }),
      (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.details['reason'], 'blocked_address');
        assert.equal(error.retryable, false);
        return true;
      },
    );
  });
}

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '198.20.0.1', '223.255.255.254', '::ffff:8.8.8.8'];
for (const address of [...PUBLIC, '2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860:4860::8888']) {
  test(`may connect to ${address}`, () => {
    assert.equal(createAddressPolicy([]).permits('example.org', address), true);
  });
}

test('anything that is not an address is never permitted', () => {
  for (const text of ['', 'example.org', '127.1', '0x08080808', '8.8.8.8/32', '[::1]', 'fe80::1%eth0']) {
    assert.equal(createAddressPolicy([]).permits('example.org', text), false, text);
  }
});

const ALLOWED: readonly [allow: string, host: string, address: string, permitted: boolean][] = [
  ['127.0.0.1', '127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', 'any.name', '127.0.0.1', true],
  ['127.0.0.1', 'any.name', '::ffff:127.0.0.1', true],
  ['127.0.0.1', 'any.name', '127.0.0.2', false],
  ['::1', '::1', '::1', true],
  ['::1', '127.0.0.1', '127.0.0.1', false],
  ['10.1.0.0/16', 'any.name', '10.1.255.255', true],
  ['10.1.0.0/16', 'any.name', '10.2.0.0', false],
  ['fd12::/16', 'any.name', 'fd12::7', true],
  ['fd12::/16', 'any.name', 'fd13::7', false],
  ['0.0.0.0/0', 'any.name', '169.254.169.254', true],
  ['0.0.0.0/0', 'any.name', '::1', false],
  ['store.internal', 'store.internal', '10.0.0.1', true],
  ['Store.Internal.', 'store.internal', '10.0.0.1', true],
  ['store.internal', 'STORE.internal.', '10.0.0.1', true],
  ['store.internal', 'evil.store.internal', '10.0.0.1', false],
  ['store.internal', 'store.internal.evil.org', '10.0.0.1', false],
  ['store_1', 'store_1', '10.0.0.1', true],
];

for (const [allow, host, address, permitted] of ALLOWED) {
  test(`allowing ${allow} ${permitted ? 'opens' : 'does not open'} ${host} at ${address}`, () => {
    assert.equal(createAddressPolicy([allow]).permits(host, address), permitted);
  });
}

for (const entry of [
  '',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '/8',
  '10.0.0.0/8/8',
  '[::1]',
  'http://host',
  'host:80',
  'me@host',

  'a b',
  '*.org',
]) {
  test(`refuses to allow ${JSON.stringify(entry)}`, () => {
    assert.throws(() => createAddressPolicy([entry]), /is not an address, CIDR range or host name/);
  });
}
