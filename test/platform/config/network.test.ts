import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNetworkAllow } from '../../../platform/config/network.ts';
import { openReader } from '../../../platform/config/reader.ts';

function read(list: string[]) {
  const reader = openReader({ NETWORK_ALLOW: list.join(',') });
  return { allow: readNetworkAllow(reader), problems: reader.problems };
}

test('addresses, ranges and names are accepted', () => {
  const allow = ['127.0.0.1', '10.1.0.0/16', 'fd00::/8', 'store.internal'];
  assert.deepEqual(read(allow), { allow, problems: [] });
});

test('anything else is refused with one line that says so', () => {
  assert.match(read(['10.0.0.0/64']).problems.join('\n'), /^NETWORK_ALLOW: "10\.0\.0\.0\/64" is not an .*\. Fix: .*$/);
});
