/**
 * A corpus of any size, written by SQL, because Cognify would embed for hours: the first chunks are real passages, each
 * further one half of one passage and half of another, with a vector between theirs and some noise. It only grows: a
 * database that has it already is used as it is.
 */
import type { Client } from 'pg';
import { describeChunk } from '../../../activities/knowledge/processes/cut-document.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { vectorLiteral } from '../../../domain/knowledge/datasets/vectors.ts';
import { chunkNames } from '../../../engines/knowledge/names/chunk-names.ts';
import { normalName } from '../../../engines/knowledge/names/normal.ts';
import type { Passage } from '../cases.ts';

/** The share of the documents that each dataset has, in percent. */
export const SHARES = [54, 27, 9, 5, 3, 1.4, 0.4] as const;
export const CHUNKS_PER_DOCUMENT = 5;

/** Tenant of the searches, and one whose vectors are in the same index. */
const TENANT = 'dev';
const OTHER_TENANT = 'other';

/** Chunks of one statement. */
const BATCH = 5000;
/** Beyond this many new vectors an index is built faster than kept. */
const REBUILD = 20_000;

export interface Model {
  readonly name: string;
  readonly dimensions: number;
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
}

export const datasetKey = (share: number): string => `share-${share}`;

/** Makes the database hold this many chunks. */
export async function growTo(
  client: Client,
  passages: readonly Passage[],
  model: Model,
  chunks: number,
): Promise<void> {
  await keepParts(client, passages, model);
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM knowledge_chunk');
  const present = Number(rows[0]?.count ?? 0);
  if (present >= chunks) return;
  const index = await indexOf(client, chunks - present);
  for (let from = present; from < chunks; from += BATCH) {
    await addChunks(client, passages.length, model, from, Math.min(from + BATCH, chunks));
  }
  if (index !== null) {
    await client.query(`SET maintenance_work_mem = '1GB'`);
    await client.query(index);
  }
  await client.query('VACUUM ANALYZE');
}

/** Drops the index of vectors when many are to come. How to make it again. */
async function indexOf(client: Client, more: number): Promise<string | null> {
  if (more <= REBUILD) return null;
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'knowledge_vector' AND ` +
      `indexdef LIKE '%hnsw%'`,
  );
  const [index] = rows;
  if (index === undefined) return null;
  await client.query(`DROP INDEX ${index.name}`);
  return index.made;
}

/** What chunks are put together from: the halves of the passages, with their vectors and names. */
async function keepParts(client: Client, passages: readonly Passage[], model: Model): Promise<void> {
  const { rows } = await client.query<{ known: string | null }>(`SELECT to_regclass('bench_half') AS known`);
  if (rows[0]?.known) return;
  await client.query(`
    CREATE TABLE bench_half (passage int, side int, title text, body text, terms tsvector, words int, vector vector,
      PRIMARY KEY (passage, side));
    CREATE TABLE bench_name (passage int, side int, name text, label text, role int);
    CREATE INDEX ON bench_name (passage, side);
    CREATE TABLE bench_noise (id int PRIMARY KEY, vector vector)`);
  const titles = new Set(passages.map(({ title }) => normalName(title)));
  const vectors = await model.embed(passages.map(({ title, text }) => `${title}\n${text}`));
  for (const [passage, { title, text }] of passages.entries()) {
    const middle = text.indexOf(' ', text.length / 2);
    const cut = middle < 0 ? text.length : middle;
    for (const [side, body] of [text.slice(0, cut), text.slice(cut)].entries()) {
      const { terms, words } = describeChunk(
        {
          hash: '',
          occurrence: 0,
          ordinal: 0,
          start: 0,
          end: 0,
          pageFrom: null,
          pageTo: null,
          heading: title,
          body,
          tokens: 0,
          record: null,
          recordNames: [],
        },
        'en',
      );
      const vector = vectors[passage] ?? new Float32Array();
      await client.query('INSERT INTO bench_half VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        passage,
        side,
        title,
        body,
        terms,
        words,
        vectorLiteral(side === 0 ? vector : vector.map((value) => 0.35 * value)),
      ]);
      const names = chunkNames({ title, text: body, language: 'en' }, (name) => titles.has(name));
      await client.query('INSERT INTO bench_name SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::int[])', [
        passage,
        side,
        names.map(({ name }) => name),
        names.map(({ label }) => label),
        names.map(({ role }) => role),
      ]);
    }
  }
  for (let id = 0; id < NOISES; id++) {
    const noise = Float32Array.from(
      { length: model.dimensions },
      (_, at) => NOISE * Math.sin(1 + (id + 1) * (at + 1) ** 2),
    );
    await client.query('INSERT INTO bench_noise VALUES ($1, $2)', [id, vectorLiteral(noise)]);
  }
}

/** A prime, so that no two chunks are made of the same parts. */
const NOISES = 1009;
/** Of one number of a vector: .1 over 384 numbers. */
const NOISE = 0.0075;

async function addChunks(client: Client, passages: number, model: Model, from: number, to: number): Promise<void> {
  await addDocuments(client, model, Math.floor(from / CHUNKS_PER_DOCUMENT), Math.ceil(to / CHUNKS_PER_DOCUMENT));
  // The first chunks are the passages themselves.
  await client.query(
    `CREATE TEMP TABLE part AS SELECT n, n % $1 AS one, CASE WHEN n < $1 THEN n ELSE (n * 31 + n / $1 * 17 + 7) % $1 END AS other
      FROM generate_series($2::bigint, $3::bigint - 1) n`,
    [passages, from, to],
  );
  await client.query(
    `INSERT INTO knowledge_chunk (document_pk, dataset_id, ordinal, hash, occurrence, start, "end", heading, body, tokens, terms, words, is_read)
      SELECT document.id, document.dataset_id, n % ${CHUNKS_PER_DOCUMENT}, 'bench ' || n, 0, 0, length(one.body), one.title,
        one.body || other.body, one.words + other.words, one.terms || other.terms, one.words + other.words, true
      FROM part JOIN bench_half one ON one.passage = part.one AND one.side = 0
      JOIN bench_half other ON other.passage = part.other AND other.side = 1
      JOIN knowledge_document document ON document.document_id = 'doc_bench_' || n / ${CHUNKS_PER_DOCUMENT}`,
  );
  await client.query(
    'CREATE TEMP TABLE made AS SELECT part.*, chunk.id, chunk.dataset_id, chunk.document_pk FROM part JOIN ' +
      "knowledge_chunk chunk ON chunk.hash = 'bench ' || n",
  );
  await client.query(
    `INSERT INTO knowledge_vector (chunk_id, model, dataset_id, document_pk, embedding)
      SELECT made.id, $1, made.dataset_id, made.document_pk,
        CASE WHEN made.one = made.other THEN one.vector ELSE l2_normalize(one.vector + other.vector + noise.vector) END
      FROM made JOIN bench_half one ON one.passage = made.one AND one.side = 0
      JOIN bench_half other ON other.passage = made.other AND other.side = 1 JOIN bench_noise noise ON noise.id = n % ${NOISES}`,
    [model.name],
  );
  await client.query(
    `CREATE TEMP TABLE named AS SELECT made.id AS chunk_id, made.dataset_id, name, min(label) AS label,
        max(CASE WHEN side = 1 AND one <> other THEN 0 ELSE role END)::smallint AS role
      FROM made JOIN bench_name ON (passage = one AND side = 0) OR (passage = other AND side = 1) GROUP BY 1, 2, 3`,
  );
  await client.query(
    'INSERT INTO knowledge_entity (dataset_id, name) SELECT DISTINCT dataset_id, name FROM named ON CONFLICT ' +
      'DO NOTHING',
  );
  await client.query(
    `INSERT INTO knowledge_mention (chunk_id, entity_id, role, label, spans)
      SELECT chunk_id, entity.id, role, label, '{}' FROM named JOIN knowledge_entity entity USING (dataset_id, name)`,
  );
  await client.query('DROP TABLE part, made, named');
}

/**
 * Every 11th document is another tenant's, every 20th one that the tenant's reader may not read, another 20th is in a
 * node set, and each hundredth has metadata of its own.
 */
async function addDocuments(client: Client, model: Model, from: number, to: number): Promise<void> {
  const open = JSON.stringify(DEFAULT_ACCESS_POLICY);
  const restricted = JSON.stringify({ ...DEFAULT_ACCESS_POLICY, access_level: 'private' });
  const datasets = [...SHARES.map((share) => [datasetKey(share), TENANT]), ['foreign', OTHER_TENANT]];
  for (const [key, tenant] of datasets) {
    await client.query(
      `INSERT INTO knowledge_dataset (id, tenant_id, owner_subject, dataset_key, display_name, tags, retention_class, metadata, access_policy,
        embedding_model, embedding_dimensions, updated_by_subject)
        VALUES ('dset_' || $1, $2, 'bench', $1, $1, '{}', 'standard', '{}', $3, $4, $5, 'bench') ON CONFLICT DO NOTHING`,
      [key, tenant, open, model.name, model.dimensions],
    );
  }
  // The bounds of the shares, in thousandths.
  const bounds = SHARES.map((_, at) => SHARES.slice(0, at + 1).reduce((sum, share) => sum + 10 * share, 0));
  await client.query(
    `INSERT INTO knowledge_document (tenant_id, dataset_id, document_id, owner_subject, input_type, node_sets, metadata, access_policy, media_type,
        content_hash, markdown_key, bytes, language, page_spans)
      SELECT CASE WHEN d % 11 = 10 THEN '${OTHER_TENANT}' ELSE '${TENANT}' END,
        'dset_' || CASE WHEN d % 11 = 10 THEN 'foreign' ELSE ($3::text[])[least(width_bucket(d * 7919 % 1000, $4::bigint[]) + 1, $5)] END,
        'doc_bench_' || d, 'bench', 'text', CASE WHEN d % 20 = 3 THEN ARRAY['twentieth'] ELSE '{}' END,
        jsonb_build_object('year', 1900 + d % 100), (CASE WHEN d % 20 = 7 THEN $6 ELSE $7 END)::jsonb, 'text/markdown', d::text, 'bench/' || d,
        1, 'en', '[]'
      FROM generate_series($1::bigint, $2::bigint - 1) d ON CONFLICT DO NOTHING`,
    [from, to, SHARES.map(datasetKey), bounds, SHARES.length, restricted, open],
  );
}
