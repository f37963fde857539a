/** `npm run embedder`: serves embeddings with OpenAI's API. */
import { once } from 'node:events';
import { readOptions } from '../../platform/command-line.ts';
import { ConfigError, readSettings } from '../../platform/config.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { stopSignal } from '../../platform/stop-signal.ts';
import { isModelSetUp } from './files.ts';
import { loadModel } from './model.ts';
import { createEmbedderServer } from './server.ts';
import { readEmbedder } from './settings.ts';

async function main(): Promise<void> {
  readOptions('npm run embedder', {});
  const { host, port, model: id, directory, threads, queue } = readSettings(process.env, readEmbedder);
  if (!isModelSetUp(directory, id)) {
    throw new SetupError(`${id} is not set up in ${directory}. Fix: run npm run setup:embedder.`);
  }
  const stopping = stopSignal();
  const model = await loadModel(directory, id, threads);
  const server = createEmbedderServer({ id, model, queue, onError: console.error });
  server.listen(port, host);
  await once(server, 'listening');
  console.log(`${id} listens at ${JSON.stringify(server.address())}`);
  if (!stopping.aborted) await once(stopping, 'abort');
  // Requests that are being answered may end; their clients would repeat them elsewhere.
  server.close();
  server.closeIdleConnections();
  await once(server, 'close');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isPlain = error instanceof SetupError || error instanceof ConfigError;
    console.error(isPlain ? error.message : error);
    process.exit(1);
  },
);
