/** Asks every question by every type of search, and looks for its gold passages among the first results. */
import { mean } from '../../engines/statistics/bootstrap.ts';
import type { SearchResponse } from '../../api/knowledge/search/schemas.ts';
import { SEARCH_TYPES } from '../../domain/knowledge/search/index.ts';
import type { SearchType } from '../../domain/knowledge/search/index.ts';
import type { ApiClient } from '../support/client.ts';
import { quantiles } from '../support/measure.ts';
import type { Question } from './cases.ts';
import type { Ingested } from './ingest.ts';

interface Search {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The baselines by what they are elsewhere. */
const NAMES: Partial<Record<SearchType, string>> = {
  CHUNKS: 'CHUNKS: dense vectors',
  CHUNKS_LEXICAL: 'CHUNKS_LEXICAL: BM25',
};
const PASSAGES_ALONE = { only_context: true };
const SEARCHES: readonly Search[] = [
  ...SEARCH_TYPES.filter((type) => type !== 'GRAPH_COMPLETION').map((search_type) => ({
    name: NAMES[search_type] ?? search_type,
    request: { search_type, ...PASSAGES_ALONE },
  })),
  { name: 'GRAPH_COMPLETION, hops 1', request: { hops: 1, ...PASSAGES_ALONE } },
  { name: 'GRAPH_COMPLETION, hops 2', request: { hops: 2, ...PASSAGES_ALONE } },
  { name: 'GRAPH_COMPLETION, hops 2, with an answer', request: { hops: 2 } },
];

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
  /** Embedded for a question, on average; `null` when nobody counts them. */
  readonly tokens: number | null;
}

/** Tokens that were embedded so far. */
type CountTokens = () => Promise<number | null>;

/**
 * One request at a time. Each question is asked in all ways in turn, so that changes of the machine's speed affect all
 * alike.
 */
export async function ask(
  service: ApiClient,
  dataset: Ingested,
  questions: readonly Question[],
  countTokens: CountTokens,
): Promise<readonly Answered[]> {
  const asked = SEARCHES.map((search) => ({ search, answers: new Array<Answer>() }));
  const askAll = async (question: Question): Promise<void> => {
    for (const { search, answers } of asked) {
      const before = await countTokens();
      const answer = await askOne(service, dataset, search, question);
      const after = await countTokens();
      answers.push({ ...answer, tokens: before === null || after === null ? null : after - before });
    }
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
    tokens: answers.some(({ tokens }) => tokens === null) ? null : mean(answers.map(({ tokens }) => tokens ?? 0)),
  }));
}

interface Answer {
  readonly ms: number;
  readonly tokens: number | null;
  readonly recallAt: (cutoff: number) => number;
}

async function askOne(
  service: ApiClient,
  { datasetKey, documentIds }: Ingested,
  { name, request }: Search,
  { text, gold }: Question,
): Promise<Omit<Answer, 'tokens'>> {
  const began = performance.now();
  const { results, partial } = await service.post<SearchResponse>('/v1/knowledge/search', {
    query_text: text,
    dataset_keys: [datasetKey],
    top_k: MOST_RESULTS,
    timeout_seconds: 120,
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
