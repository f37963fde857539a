import type { RequestListener } from 'node:http';
import { after } from 'node:test';
import { openLoopbackServer } from './loopback-server.ts';

/**
 * Serves HTTP on a free port of loopback until the tests of the file have ended. The origin: `http://127.0.0.1:34567`.
 */
export async function serveOnLoopback(listener: RequestListener): Promise<string> {
  const server = await openLoopbackServer(listener);
  after(() => server.close());
  return server.origin;
}
