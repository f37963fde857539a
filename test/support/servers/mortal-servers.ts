/**
 * Servers of the stack for the calling file alone, which its tests kill: they come back on the same port, with the same
 * data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { postgresServer, postgresUrl } from '../../../embedded/servers/postgres.ts';
import { temporalServer } from '../../../embedded/servers/temporal.ts';
import type { ChildSpec } from '../../../embedded/supervisor/child.ts';
import { freePort } from '../free-port.ts';
import { emptyDatabase } from './empty-database.ts';
import { ServiceProcess } from '../service/service-process.ts';
import { temporalExecutable } from '../service/temporal-cli.ts';

export interface MortalServer {
  /** Where clients find it. */
  readonly url: string;
  /** Kills it as a power cut would. Resolves when it serves again. */
  killAndRestart(): Promise<void>;
}

/** Opens a Temporal server. Its `url` is the address for clients. */
export async function openMortalTemporal(): Promise<MortalServer> {
  const port = await freePort();
  const uiPort = await freePort();
  const executable = await temporalExecutable();
  return open(`127.0.0.1:${port}`, (directory) => temporalServer(executable, directory, port, uiPort));
}

/** Opens a database with the tables of the service. Its `url` is the connection string. */
export async function openMortalPostgres(): Promise<MortalServer> {
  const port = await freePort();
  const data = await emptyDatabase();
  return open(postgresUrl(port), () => postgresServer(data, port));
}

async function open(url: string, specOf: (directory: string) => ChildSpec): Promise<MortalServer> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-mortal-'));
  const { isReady, ...spec } = specOf(directory);
  const start = () => ServiceProcess.start({ ...spec, env: {}, log: join(directory, 'log') }, isReady);
  let running = await start();
  after(async () => {
    await running.kill();
    rmSync(directory, { recursive: true });
  });
  return {
    url,
    killAndRestart: async () => {
      await running.kill();
      running = await start();
    },
  };
}
