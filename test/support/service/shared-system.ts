/**
 * Entry of the process behind `sharedSystem()` of system.ts: it holds one API and one worker for all files of a run. The first
 * request to its port starts them; each is answered with where they are.
 */
import { createServer } from 'node:http';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';
import { openLoopbackServer } from '../servers/loopback-server.ts';
import { modelSettings, plainReply, scriptModel } from '../servers/scripted-model.ts';
import { systemOf } from './system-processes.ts';
import type { ServiceProcess } from './service-process.ts';

export interface SharedPlace {
  readonly namespace: string;
  readonly address: string;
  /** Of the API. */
  readonly url: string;
  /** Files that the processes write to. */
  readonly logs: readonly string[];
}

let place: Promise<SharedPlace> | undefined;

async function start(): Promise<SharedPlace> {
  const children: ServiceProcess[] = [];
  const BROWSER_PATH = await obtainBrowser(process.env, () => undefined);
  const { origin } = await openLoopbackServer(scriptModel(plainReply).listener);
  const vectors = modelSettings('vectors', { url: `${origin}/v1` }, { DIMENSIONS: '8', CONTEXT_TOKENS: '512' });
  const system = systemOf('shared', { BROWSER_PATH, ...vectors }, children);
  const [{ url }] = await Promise.all([system.startApi(), system.startWorker()]);
  return { namespace: system.namespace, address: system.address, url, logs: children.map(({ log }) => log) };
}

createServer((request, response) => {
  // The runner's question whether it serves.
  if (request.method === 'HEAD') return void response.end();
  place ??= start();
  place.then(
    (known) => response.end(JSON.stringify(known)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.argv[2]), '127.0.0.1');
