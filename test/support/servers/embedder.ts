/** The embedder as a process, for tests that need real embeddings. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readSettings } from '../../../platform/config.ts';
import { freePort } from '../free-port.ts';
import { embedderServer } from '../../../embedded/servers/embedder.ts';
import { readEmbedder } from '../../../embedded/embedder/settings.ts';
import type { EmbedderConfig } from '../../../embedded/embedder/settings.ts';
import { obtainEmbedder } from '../../../embedded/setup/embedder.ts';
import { ServiceProcess } from '../service/service-process.ts';

export interface RunningEmbedder {
  /** Base address of its API: `http://127.0.0.1:34567/v1`. */
  readonly url: string;
  readonly process: ServiceProcess;
  /** Make it the embedding model of the service. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Downloads the model unless this machine has it: once a machine, beside the other tools. */
export async function setUpEmbedder(settings: Readonly<Record<string, string>> = {}): Promise<EmbedderConfig> {
  const config = readSettings({ ...process.env, ...settings }, readEmbedder);
  await obtainEmbedder(config.directory, config.model, (line) => process.stderr.write(`${line}\n`));
  return config;
}

/** Starts it until the tests of the file have ended. `settings` are of the embedder. */
export async function startEmbedder(settings: Readonly<Record<string, string>> = {}): Promise<RunningEmbedder> {
  const { model, directory } = await setUpEmbedder(settings);
  const port = await freePort();
  const { isReady, env, ...server } = embedderServer({ port, model, directory });
  const logs = mkdtempSync(join(tmpdir(), 'tidemill-embedder-'));
  const log = join(logs, `${randomBytes(4).toString('hex')}.log`);
  const started = await ServiceProcess.start({ ...server, env: { ...env, ...settings }, log }, isReady);
  after(async () => {
    await started.kill();
    rmSync(logs, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}/v1`;
  return { url, process: started, settings: { MODEL_EMBEDDER_URL: url, MODEL_EMBEDDER_ID: model } };
}
