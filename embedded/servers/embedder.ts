/** The embedded embedder. */
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../platform/config.ts';
import { readModels } from '../../platform/config/models.ts';
import { choosePort } from '../../platform/ports.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { readEmbedder } from '../embedder/settings.ts';
import type { EmbedderConfig } from '../embedder/settings.ts';
import { obtainEmbedder } from '../setup/embedder.ts';
import type { ChildSpec } from '../supervisor/child.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/**
 * Sets the embedder up and starts it as a child of the supervisor. The settings that make it the service's embedding
 * model; none if the environment has another one and does not name this one in EMBED_MODEL, or if it cannot be set up,
 * which `say` reports: all else works without it.
 */
export async function startEmbedder(
  supervisor: Supervisor,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Readonly<Record<string, string>>> {
  if (!isNamed(env) && readSettings(env, readModels).roles.embed !== null) return {};
  const config = readSettings(env, readEmbedder);
  const port = await choosePort(config.port, 'the embedder', 'EMBEDDER_PORT');
  try {
    await obtainEmbedder(config.directory, config.model, say);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(`${error.message} The service starts without an embedding model.`);
    return {};
  }
  await supervisor.start(embedderServer({ ...config, port }));
  return { MODEL_EMBEDDER_URL: `http://127.0.0.1:${port}/v1`, MODEL_EMBEDDER_ID: config.model };
}

/** Whether the settings name this embedder beside other embedding models: its address is known once it runs. */
function isNamed({ EMBED_MODEL: name = '', MODEL_EMBEDDER_URL: url = '' }: NodeJS.ProcessEnv): boolean {
  return name.trim().toLowerCase() === 'embedder' && url.trim() === '';
}

/** A process on loopback; its model is set up. */
export function embedderServer({
  port,
  model,
  directory,
}: Pick<EmbedderConfig, 'port' | 'model' | 'directory'>): ChildSpec {
  return {
    name: 'embedder',
    command: process.execPath,
    args: [fileURLToPath(new URL('../embedder/main.ts', import.meta.url))],
    env: {
      EMBEDDER_HOST: '127.0.0.1',
      EMBEDDER_PORT: String(port),
      EMBEDDER_MODEL: model,
      EMBEDDER_DIR: directory,
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok,
  };
}
