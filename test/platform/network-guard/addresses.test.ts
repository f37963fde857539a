import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../platform/errors.ts';
import { createAddressPolicy } from '../../../platform/network-guard/addresses.ts';
import { createGuardedFetch } from '../../../platform/network-guard/index.ts';

/** Hosts of URLs that lead inside: spelt oddly, written into IPv6, or set apart by the address registries. */
const INSIDE = [
  // Loopback and "this host", in every spelling that URL parsers take.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0x7f.1',
  '0177.0.0.1',
  '00000177.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127%2e0.0.1',
  '0',
  '0x0',
  '0.0.0.0',
  '0.1.2.3',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  // Private networks.
  '10.0.0.1',
  '10.1',
  '012.1.2.3',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '3232235777',
  '0xc0.0xa8.0.1',
  // Link-local and the metadata services of clouds.
  '169.254.0.1',
  '169.254.169.254',
  '169.254.43518',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[fd00:ec2::254]',
  // Shared, reserved, documentation, benchmarking, multicast, broadcast.
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6.
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fdff:ffff::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:169.254.169.254]',
  '[0:0:0:0:0:ffff:a00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
];

const guardedFetch = createGuardedFetch({
  allow: [],
  resolve: (host) => Promise.resolve(/^localhost\.?$/.test(host) ? ['127.0.0.1'] : []),
});

for (const host of INSIDE) {
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

test('what is no address is never permitted', () => {
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
    assert.throws(() => createAddressPolicy([entry]), /is no address, CIDR range or host name/);
  });
}
