/**
 * Entry of the process behind `sharedSystem()` and `borrowSystem()` of system.ts: it holds the systems that several
 * files of a run use. The first request for one starts it. A GET is answered with where the shared one is. A POST to a
 * kind, with the scripts of its models, lends one; a DELETE of it takes it back.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';
import { openLoopbackServer } from '../servers/loopback-server.ts';
import { modelSettings, plainReply, scriptModel } from '../servers/scripted-model.ts';
import { lend, takeBack } from './lent-systems.ts';
import type { LentKind, Scripts } from './lent-systems.ts';
import { startPlace } from './place.ts';
import type { Place } from './place.ts';

let shared: Promise<Place> | undefined;

async function start(): Promise<Place> {
  const BROWSER_PATH = await obtainBrowser(process.env, () => undefined);
  const { origin } = await openLoopbackServer(scriptModel(plainReply).listener);
  const vectors = modelSettings('vectors', { url: `${origin}/v1` }, { DIMENSIONS: '8', CONTEXT_TOKENS: '512' });
  return (await startPlace('shared', { BROWSER_PATH, ...vectors })).place;
}

createServer((request, response) => {
  const { method, url = '/' } = request;
  const name = url.slice(1);
  const answer = async (): Promise<Place | undefined> => {
    // The runner's question whether it serves.
    if (method === 'HEAD') return undefined;
    if (method === 'POST') return lend(name as LentKind, (await json(request)) as Scripts);
    if (method === 'DELETE') return takeBack(name);
    return (shared ??= start());
  };
  answer().then(
    (place) => response.end(JSON.stringify(place)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.argv[2]), '127.0.0.1');
