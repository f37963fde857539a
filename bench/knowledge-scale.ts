/**
 * `npm run bench:knowledge-scale [-- --chunks 1000,10000,100000 --cases DIR --database URL --questions N]`: searches
 * through HTTP in a growing corpus: times, recall of the vector search under filters, memory. It runs on a Postgres of
 * its own, whose corpus takes some minutes to write, or on that of `--database`, an empty database or one of an earlier
 * run, which keeps its corpus. `--embedded`: on the embedded database.
 */
import { join } from 'node:path';
import { Client } from 'pg';
import { openModels } from '../domain/models/index.ts';
import type { Models } from '../domain/models/index.ts';
import { startEmbedder } from '../embedded/servers/embedder.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { readSettings } from '../platform/config.ts';
import { readAll } from '../domain/settings.ts';
import { openDatabase } from '../platform/database/client.ts';
import { applyMigrations } from '../platform/database/migrate.ts';
import { openSecrets } from '../platform/secrets.ts';
import { startNativePostgres } from '../test/support/servers/native-postgres.ts';
import { readCases } from './knowledge/cases.ts';
import { recallOf, timeSearches } from './knowledge/scale/ask.ts';
import { growTo } from './knowledge/scale/corpus.ts';
import type { Model } from './knowledge/scale/corpus.ts';
import { FILTERS } from './knowledge/scale/filters.ts';
import { ApiClient } from './support/client.ts';
import { watchMemory } from './support/memory.ts';
import { startApi } from './support/processes.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';

const NAMESPACE = 'bench-knowledge-scale';
const CASES = 'musique';
/** Real passages, of which all chunks are made; embedding them takes half a minute. */
const PASSAGES = 2000;
/** Questions whose recall is measured. */
const COMPARED = 30;

const given = readOptions(
  'npm run bench:knowledge-scale [-- --chunks N,... --cases DIR --database URL --embedded --questions N]',
  {
    chunks: { type: 'string', default: '1000,10000,100000' },
    cases: { type: 'string', default: join(import.meta.dirname, '../../shared/eval-data/knowledge') },
    database: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    questions: { type: 'string', default: '100' },
  },
);

await runBench(async (stack) => {
  if (given.embedded) return run(stack, stack.env.DATABASE_URL);
  if (given.database !== undefined) return run(stack, given.database);
  const postgres = await startNativePostgres();
  try {
    return await run(stack, postgres.url);
  } finally {
    await postgres.stop();
  }
});

async function run(stack: Infrastructure, url: string): Promise<Row[]> {
  const settings = { ...(await startEmbedder(stack.supervisor, console.error)), DATABASE_URL: url };
  await applyMigrations(url);
  const database = openDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { models: config, secrets, network } = readSettings({ ...process.env, ...stack.env, ...settings }, readAll);
  const models = openModels(config, { database, secrets: openSecrets(secrets), network });
  const model = modelOf(models);
  const { passages, questions } = await readCases(given.cases, CASES);
  const asked = questions.slice(0, Number(given.questions)).map(({ text }) => text);
  const compared = asked.slice(0, COMPARED);
  const vectors = await embedAll(models, compared, 'query');
  const { url: address, child } = await startApi(stack, NAMESPACE, settings);
  const service = await ApiClient.connect(address);
  const memory = watchMemory(child.pid ?? 0);
  try {
    for (const chunks of given.chunks.split(',').map(Number)) {
      const began = performance.now();
      await growTo(client, passages.slice(0, PASSAGES), model, chunks);
      console.error(`${chunks} chunks after ${((performance.now() - began) / 1000).toFixed(0)} s`);
      console.log(`\n${chunks} chunks\n\n| search | p50 ms | p95 ms |\n|---|---|---|`);
      for (const { search, p50, p95 } of await timeSearches(service, asked)) {
        console.log(`| ${search} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`);
      }
      console.log('\n| filter | recall@10 of exact | answers that lack rows |\n|---|---|---|');
      for (const filter of FILTERS) {
        const pairs = compared.map((text, at) => ({ text, vector: vectors[at] ?? new Float32Array() }));
        const { recall, short } = await recallOf(service, client, pairs, filter);
        console.log(`| ${filter.name} | ${recall.toFixed(3)} | ${short} of ${compared.length} |`);
      }
    }
  } finally {
    memory.stop();
    await Promise.all([client.end(), database.close(), service.close()]);
  }
  return [
    {
      what: 'memory of the API, peak',
      unit: 'MB',
      baselineName: 'the same process before',
      baseline: memory.idleMb,
      measured: memory.peakMb(),
      goal: '',
    },
  ];
}

function modelOf(models: Models): Model {
  const embedding = models.of('embed');
  if (embedding === null) throw new Error('The bench needs an embedding model.');
  const { name, dimensions } = embedding;
  return { name, dimensions, embed: (texts) => embedAll(models, texts, 'passage') };
}

function embedAll(
  models: Models,
  texts: readonly string[],
  kind: 'query' | 'passage',
): Promise<readonly Float32Array[]> {
  const { signal } = new AbortController();
  return models.embed(texts, kind, { tenantId: 'dev', signal, spend: () => undefined });
}
