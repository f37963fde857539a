/** Asks every question by every type of search, and looks for its gold passages among the first results. */
import type { SearchResponse } from '../../api/knowledge/search-schemas.ts';
import type { ApiClient } from '../client.ts';
import { quantiles } from '../measure.ts';
import type { Question } from './cases.ts';
import type { Ingested } from './ingest.ts';

const SEARCHES = [
  { name: 'CHUNKS: dense vectors', request: { search_type: 'CHUNKS' } },
  { name: 'CHUNKS_LEXICAL: BM25', request: { search_type: 'CHUNKS_LEXICAL' } },
  { name: 'HYBRID', request: { search_type: 'HYBRID' } },
  { name: 'GRAPH_COMPLETION, hops 1', request: { search_type: 'GRAPH_COMPLETION', hops: 1 } },
  { name: 'GRAPH_COMPLETION, hops 2', request: { search_type: 'GRAPH_COMPLETION', hops: 2 } },
] as const;
type Search = (typeof SEARCHES)[number];

/** Numbers of first results among which gold passages are counted. */
export const CUTOFFS = [1, 2, 5, 10] as const;
const MOST_RESULTS = Math.max(...CUTOFFS);
const ALL_WITHIN = 5;

export interface Answered {
  readonly search: string;
  /** Share of the gold passages among the first results, for each of {@link CUTOFFS}: the mean over the questions. */
  readonly recall: readonly number[];
  /** Share of the questions whose gold passages are all among the first five results. */
  readonly allGold: number;
  /** Times of requests in ms. */
  readonly p50: number;
  readonly p95: number;
}

/** One request at a time. Each question is asked in all ways in turn, so that changes of the machine's speed affect all alike. */
export async function ask(
  service: ApiClient,
  dataset: Ingested,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  const asked = SEARCHES.map((search) => ({ search, answers: new Array<Answer>() }));
  const askAll = async (question: Question): Promise<void> => {
    for (const { search, answers } of asked) answers.push(await askOne(service, dataset, search, question));
  };
  // Warm-up: something is loaded or measured at first use.
  const [first] = questions;
  if (first) await askAll(first);
  for (const { answers } of asked) answers.length = 0;
  for (const question of questions) await askAll(question);
  return asked.map(({ search, answers }) => ({
    search: search.name,
    recall: CUTOFFS.map((cutoff) => mean(answers.map(({ recallAt }) => recallAt(cutoff)))),
    allGold: mean(answers.map(({ recallAt }) => (recallAt(ALL_WITHIN) === 1 ? 1 : 0))),
    ...quantiles(answers.map(({ ms }) => ms)),
  }));
}

interface Answer {
  readonly ms: number;
  readonly recallAt: (cutoff: number) => number;
}

async function askOne(
  service: ApiClient,
  { datasetKey, documentIds }: Ingested,
  { name, request }: Search,
  { text, gold }: Question,
): Promise<Answer> {
  const began = performance.now();
  const { results, partial } = await service.post<SearchResponse>('/v1/knowledge/search', {
    ...{ query_text: text, dataset_keys: [datasetKey], top_k: MOST_RESULTS, timeout_seconds: 120 },
    ...request,
  });
  const ms = performance.now() - began;
  if (partial) throw new Error(`${datasetKey}, ${name}: the answer to "${text}" is partial.`);
  const found = results.map(({ provenance }) => provenance?.document_id);
  const wanted = [...new Set(gold.map((at) => documentIds[at]))];
  return {
    ms,
    recallAt: (cutoff) => {
      const first = new Set(found.slice(0, cutoff));
      return wanted.filter((document) => first.has(document)).length / wanted.length;
    },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
