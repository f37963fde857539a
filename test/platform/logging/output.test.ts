import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { LogOutput } from '../../../platform/logging/output.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';
import { testOnSmallDisk } from '../../support/service/small-disk.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

test('a line that does not fit into the buffer is dropped and counted', () => {
  let dropped = 0;
  const fd = openSync('/dev/full', 'w');
  const output = new LogOutput(() => dropped++, fd);
  for (let line = 0; line < 3; line++) output.write('a line\n');
  closeSync(fd);
  output.write('to nowhere\n');
  assert.equal(dropped, 4);
});

testOnSmallDisk('lines come again when there is room again, each on a line of its own', 1, (disk) => {
  const log = `${disk}/log`;
  const fd = openSync(log, 'a');
  after(() => closeSync(fd));
  let dropped = 0;
  const output = new LogOutput(() => dropped++, fd);
  writeFileSync(`${disk}/rest`, Buffer.alloc(1000 * 1024));
  const line = (number: number): string => `${JSON.stringify({ number, text: 'x'.repeat(1000) })}\n`;
  for (let number = 0; number < 100; number++) output.write(line(number));
  assert.ok(dropped > 0 && dropped < 100, String(dropped));
  rmSync(`${disk}/rest`);
  output.write(line(100));

  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  assert.equal(`${lines.at(-1)}\n`, line(100));
  assert.equal(lines.filter((text) => text.endsWith('"}')).length, 101 - dropped);
});

test('a slow reader delays one line, not all of them', async () => {
  // A process whose reader never reads: its standard output is a socket that does not block.
  const server = createServer((socket) => socket.pause());
  after(() => server.close());
  const port = await listenOnLoopback(server);
  const script = `
    import { connect } from 'node:net';
    import { LogOutput } from ${JSON.stringify(new URL('../../../platform/logging/output.ts', import.meta.url).href)};
    const socket = connect(${port}, '127.0.0.1', () => {
      let dropped = 0;
      const output = new LogOutput(() => dropped++, socket._handle.fd);
      const line = 'x'.repeat(64 * 1024) + '\\n';
      while (dropped < 1000) output.write(line);
      console.log(dropped);
      process.exit();
    });`;
  const args = ['--input-type=module', '--eval', script];
  assert.equal(execFileSync(process.execPath, args, { timeout: PATIENCE_MS }).toString(), '1000\n');
});
