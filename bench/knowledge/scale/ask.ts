/** Searches through HTTP at one size: their times, and how much of what an exact comparison finds they find. */
import type { Client } from 'pg';
import type { SearchResponse } from '../../../api/knowledge/search/schemas.ts';
import { vectorLiteral } from '../../../domain/knowledge/datasets/vectors.ts';
import type { ApiClient } from '../../support/client.ts';
import { quantiles } from '../../support/measure.ts';
import type { Filter } from './filters.ts';

const SEARCHES = [
  { name: 'CHUNKS_LEXICAL', request: { search_type: 'CHUNKS_LEXICAL' } },
  { name: 'CHUNKS', request: { search_type: 'CHUNKS' } },
  { name: 'hops 1', request: { hops: 1, only_context: true } },
  { name: 'hops 2', request: { hops: 2, only_context: true } },
  { name: 'hops 2 with an answer', request: { hops: 2 } },
] as const;

export interface Timed {
  readonly search: string;
  /** ms. */
  readonly p50: number;
  readonly p95: number;
}

const ask = (service: ApiClient, query_text: string, request: object): Promise<SearchResponse> =>
  service.post('/v1/knowledge/search', { query_text, ...request });

/** One request at a time, each question by every search in turn. */
export async function timeSearches(service: ApiClient, questions: readonly string[]): Promise<readonly Timed[]> {
  const [first = ''] = questions;
  for (const { request } of SEARCHES) await ask(service, first, request);
  const times = SEARCHES.map(({ name, request }) => ({ name, request, ms: new Array<number>() }));
  for (const question of questions) {
    for (const { request, ms } of times) {
      const began = performance.now();
      await ask(service, question, request);
      ms.push(performance.now() - began);
    }
  }
  return times.map(({ name, ms }) => ({ search: name, ...quantiles(ms) }));
}

const FIRST = 10;

/**
 * Share of the ten best chunks of an exact comparison that a search finds, and in how many answers rows are missing.
 */
export async function recallOf(
  service: ApiClient,
  client: Client,
  questions: readonly { readonly text: string; readonly vector: Float32Array }[],
  { request, sql }: Filter,
): Promise<{ readonly recall: number; readonly short: number }> {
  let found = 0;
  let wanted = 0;
  let short = 0;
  for (const { text, vector } of questions) {
    // An order by a sum is not the order of the index. The reader is neither of the other tenant nor allowed to read
    // private documents.
    const { rows } = await client.query<{ id: string }>(
      `SELECT vector.chunk_id AS id FROM knowledge_vector vector JOIN knowledge_document document ON document.id = vector.document_pk
        WHERE document.tenant_id = 'dev' AND document.access_policy->>'access_level' = 'tenant_shared' AND ${sql}
        ORDER BY (vector.embedding <=> $1) + 0 LIMIT ${FIRST}`,
      [vectorLiteral(vector)],
    );
    const { results } = await ask(service, text, { search_type: 'CHUNKS', top_k: FIRST, ...request });
    const ids = new Set(results.map(({ chunk_id }) => chunk_id));
    found += rows.filter(({ id }) => ids.has(id)).length;
    wanted += rows.length;
    short += results.length < rows.length ? 1 : 0;
  }
  return { recall: wanted > 0 ? found / wanted : 1, short };
}
