/** What the legal but costly reads of one tenant cost another, who asks for little. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import { startEmbedder } from '../../../embedded/servers/embedder.ts';
import type { Infrastructure } from '../../../embedded/stack.ts';
import { readSettings } from '../../../platform/config.ts';
import { readAll } from '../../../domain/settings.ts';
import { applyMigrations } from '../../../platform/database/migrate.ts';
import { startNativePostgres } from '../../../test/support/servers/native-postgres.ts';
import { ingest } from '../../knowledge/ingest.ts';
import type { Settings } from '../../support/processes.ts';
import { startService } from '../service.ts';
import type { Service } from '../service.ts';
import type { Verdict } from '../verdict.ts';
import { AT_ONCE, LASTING } from './attacks.ts';
import type { Attack } from './attacks.ts';
import { makeTexts } from './corpus.ts';
import { attackBy } from './order.ts';
import { probe } from './probes.ts';
import { lineOf, printEndured, verdictsOf } from './report.ts';
import type { Endured } from './report.ts';
import { watchResident } from './resident.ts';

export interface ReadsOptions {
  readonly seed: number;
  /** Of each phase: quiet, rest and attack. */
  readonly seconds: number;
  /** Of all attacks together. */
  readonly minutes: number;
  /** Whether the database is the embedded one. */
  readonly isEmbedded: boolean;
}

const SMALL_TEXTS = [
  'The lighthouse at the cape was lit in 1871. Its keeper wrote down every boat that passed.',
  'Boats that pass the lighthouse at night show a green lamp, and the keeper answers with a bell.',
  'The ferry leaves at noon. In a storm it waits behind the pier until the wind falls.',
  'The keeper paints the rail of the gallery in May and cleans the lens each Monday.',
  'Fog closed the strait for nine days in March, and no boat passed the cape.',
];

/** Lets V8 compile what the probes need. */
const WARM_UP_S = 5;
/** The attackers' process is under way when the first probe is sent. */
const HEAD_START_S = 3;
/** After an attack the service has this long until it answers as quickly as before. */
const CALM_WITHIN_MS = 120_000;
const CALM_MS = 50;
const CALM_ROUNDS = 3;

/** On a Postgres of its own, as production has it, unless the embedded one is asked for. */
export async function reads(stack: Infrastructure, options: ReadsOptions): Promise<Verdict[]> {
  if (options.isEmbedded) return onDatabase(stack, options, stack.env.DATABASE_URL);
  const postgres = await startNativePostgres();
  try {
    await applyMigrations(postgres.url);
    return await onDatabase(stack, options, postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(stack: Infrastructure, options: ReadsOptions, database: string): Promise<Verdict[]> {
  const embedder = await startEmbedder(stack.supervisor, console.error, { ...process.env, EMBEDDER_PORT: '0' });
  const settings = { ...embedder, ...defaultLimits(stack), DATABASE_URL: database };
  const service = await startService(stack, 'bench-reads', settings);
  try {
    return await endureAll(service, options);
  } finally {
    await service.stop();
  }
}

/** The product's own limits of requests, which the benches lift otherwise. */
function defaultLimits(stack: Infrastructure): Settings {
  const { limits } = readSettings(stack.env, readAll);
  return {
    RATE_LIMIT_PER_SECOND: String(limits.tenantRate.perSecond),
    RATE_LIMIT_BURST: String(limits.tenantRate.burst),
    MAX_OPEN_JOBS_PER_TENANT: String(limits.maxOpenJobs),
  };
}

async function endureAll(service: Service, { seed, seconds, minutes }: ReadsOptions): Promise<Verdict[]> {
  const began = performance.now();
  const { datasetId, entities } = await fill(service, 'greedy', makeTexts(seed));
  const small = await fill(service, 'neighbour', SMALL_TEXTS);
  const filledS = ((performance.now() - began) / 1000).toFixed(0);
  console.error(`Both tenants have their datasets after ${filledS} s, the greedy one ${entities} entities.`);
  const neighbour = { url: service.url, token: await service.issueToken('neighbour'), datasetId: small.datasetId };
  const token = await service.issueToken('greedy');
  await probe(neighbour, WARM_UP_S);
  const quiet = await probe(neighbour, seconds);

  const endure = async (what: string, attacks: readonly Attack[], lasting: number): Promise<Endured> => {
    await calm(service.url);
    await delay(seconds * 1000);
    const memory = watchResident(() => service.api.pid);
    const order = { url: service.url, token, datasetId, seed, attacks: attacks.map(({ name }) => name) };
    const attacking = attackBy({ ...order, seconds: HEAD_START_S + lasting });
    const suffering = delay(HEAD_START_S * 1000).then(() => probe(neighbour, lasting));
    const [spoils, probes] = await Promise.all([attacking, suffering]);
    memory.stop();
    return { what, probes, spoils, memory };
  };
  const all: Endured[] = [];
  const record = (endured: Endured): void => {
    all.push(endured);
    // So that a bench which breaks off has shown what it measured.
    console.error(lineOf(endured));
  };
  for (const attack of [...LASTING, AT_ONCE]) record(await endure(titleOf(attack), [attack], seconds));
  record(await endure('everything together', LASTING, minutes * 60));
  printEndured(quiet, all);
  return all.flatMap((endured) => verdictsOf(quiet, endured));
}

const titleOf = ({ name, lanes }: Attack): string => `${name} × ${lanes}`;

async function fill(service: Service, tenant: string, texts: readonly string[]) {
  const client = await service.client(tenant);
  const passages = texts.map((text) => ({ title: '', text }));
  const { datasetId } = await ingest(client, { name: tenant, passages }, { hasTitles: false });
  const { counters } = await client.get<KnowledgeDataset>(`/v1/knowledge/datasets/${datasetId}`);
  return { datasetId, entities: counters.entities };
}

/** Waits until the API answers at once again; the attack before may have left it work, or ended it. */
async function calm(url: string): Promise<void> {
  const deadline = Date.now() + CALM_WITHIN_MS;
  for (let quick = 0; quick < CALM_ROUNDS; await delay(1000)) {
    if (Date.now() > deadline) return console.error(`The API is not calm after ${CALM_WITHIN_MS / 1000} s.`);
    const began = performance.now();
    const answer = await fetch(`${url}/v1/health/live`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    await answer?.arrayBuffer();
    quick = answer?.ok === true && performance.now() - began <= CALM_MS ? quick + 1 : 0;
  }
}
