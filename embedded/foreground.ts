/** Runs the whole stack in a terminal. */
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { decoder } from '../platform/stored-json.ts';
import { startEmbedder } from './servers/embedder.ts';
import { startServices } from './services.ts';
import { SetupError } from '../platform/setup-error.ts';
import { defaultHome } from '../platform/config/home.ts';
import { startInfrastructure } from './stack.ts';

export interface RunningStack {
  /** Address of the API. */
  readonly url: string;
  /** A development token with every scope, valid for a day. */
  readonly token: string;
}

const EXAMPLE_FILE = fileURLToPath(new URL('../examples/report.pdf', import.meta.url));

/** A command to paste into another terminal: prints a file as Markdown. */
export function curlLine({ url, token }: RunningStack): string {
  return `curl ${url}/v1/parse/file -H 'Authorization: Bearer ${token}' -H 'Accept: text/markdown' \\
    -F 'file=@${EXAMPLE_FILE}'`;
}

/**
 * Runs the whole stack with the ports and TIDEMILL_HOME of the environment, then exits: with the code that `use`
 * returns, or with 0 after a signal. `env` are further settings of the API and the worker.
 */
export async function runInForeground(
  env: Readonly<Record<string, string>>,
  use: (stack: RunningStack) => Promise<number>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  try {
    process.exit(await run(stopping.signal, env, use));
  } catch (error) {
    if (!stopping.signal.aborted) console.error(error instanceof SetupError ? error.message : error);
    process.exit(stopping.signal.aborted ? 0 : 1);
  }
}

async function run(
  signal: AbortSignal,
  env: Readonly<Record<string, string>>,
  use: (stack: RunningStack) => Promise<number>,
): Promise<number> {
  const home = defaultHome();
  console.log(`Starting Tidemill: data and logs are in ${home}`);
  const ports = {
    api: portSetting('PORT', 8080),
    temporal: portSetting('TEMPORAL_PORT', 7233),
    temporalUi: portSetting('TEMPORAL_UI_PORT', 8233),
    postgres: portSetting('POSTGRES_PORT', 5433),
    s3: portSetting('S3_PORT', 8333),
  };
  const databaseUrl = process.env['DATABASE_URL'] || undefined;
  const infrastructure = await startInfrastructure({ home, ports, databaseUrl, say: console.log, signal });
  try {
    const embedder = await startEmbedder(infrastructure.supervisor, console.log);
    const { url } = await startServices(infrastructure, { ...embedder, ...env });
    const token = await developmentToken(url);
    console.log(`
  API          ${url}
  Try it       ${url}/docs
  Temporal UI  ${infrastructure.env.TEMPORAL_UI_URL}
  Temporal     ${infrastructure.env.TEMPORAL_ADDRESS}
  Postgres     ${databaseUrl === undefined ? infrastructure.env.DATABASE_URL : 'DATABASE_URL'}
  S3           ${infrastructure.env.S3_ENDPOINT}
  Embeddings   ${embedder['MODEL_EMBEDDER_URL'] ?? 'not started here'}
  Logs         ${join(home, 'logs')}

  A development token, for a day (POST /v1/dev/auth/token gives more):
  ${token}
`);
    return await Promise.race([use({ url, token }), once(signal, 'abort').then(() => 0)]);
  } finally {
    console.log('Stopping …');
    await infrastructure.stop();
  }
}

function portSetting(name: string, fallback: number): number {
  const text = process.env[name]?.trim();
  const port = text ? Number(text) : fallback;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SetupError(`${name} is "${text}". Fix: give a port number, 0 for any free one.`);
}

const tokenOf = decoder('The answer of POST /v1/dev/auth/token', Type.Object({ access_token: Type.String() }));

async function developmentToken(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/dev/auth/token`, { method: 'POST' });
  if (!response.ok) throw new Error(`POST /v1/dev/auth/token answered ${response.status}: ${await response.text()}`);
  return tokenOf(await response.json()).access_token;
}
