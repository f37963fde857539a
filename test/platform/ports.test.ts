import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { choosePort, Ports } from '../../platform/ports.ts';

test('a port that is in use is reported in one line with its purpose and the variable to set', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1');
  t.after(() => holder.close());
  await once(holder, 'listening');
  const address = holder.address();
  assert.ok(typeof address === 'object' && address);
  await assert.rejects(choosePort(address.port, 'S3', 'S3_PORT'), {
    name: 'SetupError',
    message:
      `Port ${address.port} (S3) is taken. Fix: end the process that listens there, or set S3_PORT to another ` +
      'port, 0 for any free one.',
  });
});

test('free ports differ, and can be listened on after their release', async () => {
  const ports = new Ports();
  const chosen = await Promise.all(Array.from({ length: 20 }, () => ports.choose(0, 'a test', 'NONE')));
  assert.equal(new Set(chosen).size, chosen.length);
  await ports.release();
  for (const port of chosen) assert.equal(await choosePort(port, 'a test', 'NONE'), port);
});
