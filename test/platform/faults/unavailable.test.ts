import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { isUnavailable } from '../../../platform/faults/unavailable.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';

/** Postgres: authenticated, ready for a query. */
const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** How the connection of a database that is killed ends: its kernel says goodbye, or not. */
const ENDS: Readonly<Record<string, (socket: Socket) => void>> = {
  'is closed': (socket) => void socket.end(),
  'is reset': (socket) => void socket.resetAndDestroy(),
};

const STATEMENTS: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'a statement': ({ db }) => db.job.findFirst(),
  'a raw statement': ({ db }) => db.$queryRaw`SELECT 1`,
  'a transaction': ({ db }) => db.$transaction([db.job.findFirst()]),
};

for (const [end, close] of Object.entries(ENDS)) {
  for (const answered of [0, 1]) {
    for (const [name, run] of Object.entries(STATEMENTS)) {
      test(`the database counts as unavailable when its connection ${end} ${answered ? 'during' : 'before'} ${name}`, async (context) => {
        const server = createServer((socket) => {
          let left = answered;
          socket.on('error', () => {});
          socket.on('data', () => (left-- > 0 ? void socket.write(READY) : close(socket)));
        });
        const port = await listenOnLoopback(server);
        const database = openDatabase(`postgresql://user:password@127.0.0.1:${port}/test`);
        context.after(async () => {
          await database.close();
          server.close();
        });
        await assert.rejects(run(database), isUnavailable);
      });
    }
  }
}
