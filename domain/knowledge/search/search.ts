/**
 * Search: a read that API and evaluation share. Datasets, filters and policies decide first what may be found; then
 * chunks are ranked, read with where they come from, and answer the question.
 */
import { hasContentWords } from '../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { untilDeadline } from '../../../platform/time-limit.ts';
import type { Accessor } from '../../access/policy.ts';
import { findReadableDatasets } from '../datasets/datasets.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import { modelLabel } from '../datasets/vectors.ts';
import { NO_ANSWERS, answersTo } from './answer/answers.ts';
import type { AnswerProgress } from './answer/model-answer.ts';
import { NOT_ASKED, overviewOf } from './answer/overview.ts';
import type { Overview } from './answer/overview.ts';
import { NOTHING } from './findings.ts';
import type { Findings } from './findings.ts';
import { openSearch } from './opening.ts';
import type { Search } from './opening.ts';
import type { DatasetsQuery, SearchDependencies, SearchQuery } from './query.ts';
import { weighRatings } from './ratings.ts';
import { rerankHits } from './reranking.ts';
import { NOTHING_FOUND, resultsOf } from './results.ts';
import type { SearchResults } from './results.ts';
import { select } from './selection.ts';
import { asksOfCommunities, rulesOf } from './search-types.ts';

/** What a search reports while it goes on, to those who show it step by step. */
export type SearchProgress =
  /** The passages are ranked; the answer is `null` as yet. */
  { readonly type: 'results'; readonly found: SearchResults } | AnswerProgress;

type Report = (progress: SearchProgress) => void;

/** Searches datasets by their keys. Throws what {@link askedDatasets} and {@link searchIn} throw. */
export async function searchDatasets(
  dependencies: SearchDependencies,
  caller: Accessor,
  query: DatasetsQuery,
  report?: Report,
): Promise<SearchResults> {
  return searchIn(dependencies, caller, await askedDatasets(dependencies.database, caller, query), query, report);
}

/**
 * The passages for a question in datasets that the caller may read, all with vectors of the same model. Throws
 * `question_refused`; what the embedding model throws, if the type of search compares vectors; and for a job
 * `model_unavailable`, `model_rate_limited` and `timeout` of the language model.
 */
export async function searchIn(
  dependencies: SearchDependencies,
  accessor: Accessor,
  datasets: readonly DatasetRow[],
  query: SearchQuery,
  report?: Report,
): Promise<SearchResults> {
  requireContentWords(query.text);
  if (datasets.length === 0) return NOTHING_FOUND;
  const search = await openSearch(dependencies, accessor, datasets, query, rulesOf(query.type).byMeaning);
  const { findings, overview, isFinished } = await findUntilDeadline(search);
  const found = { datasets, ...(await select(search, findings)) };
  report?.({ type: 'results', found: resultsOf({ ...found, ...NO_ANSWERS, isPartial: !isFinished }) });
  const answers = isFinished ? await answersTo(search, found, overview, report) : NO_ANSWERS;
  return resultsOf({ ...found, ...answers, isPartial: !isFinished || Date.now() > search.deadline });
}

/** Throws `question_refused`. */
export function requireContentWords(text: string): void {
  if (hasContentWords(text)) return;
  const detail = 'Give at least one word to search for, other than words such as "the" and "who".';
  throw new ServiceError('question_refused', detail);
}

/**
 * The datasets that a query names by their keys. Throws `not_found` for a key of a dataset that the caller may not
 * read, and `mixed_models` when they have vectors of different models and the type of search compares vectors.
 */
export async function askedDatasets(
  database: Database,
  caller: Accessor,
  { datasetKeys: keys, type }: Pick<DatasetsQuery, 'datasetKeys' | 'type'>,
): Promise<readonly DatasetRow[]> {
  const datasets = await findReadableDatasets(database, caller, keys);
  const missing = keys?.find((key) => !datasets.some(({ datasetKey }) => datasetKey === key));
  if (missing !== undefined) throw new ServiceError('not_found', `There is no dataset ${missing} that you may read.`);
  const models = [...new Set(datasets.map(modelLabel))];
  if (rulesOf(type).byMeaning && models.length > 1) {
    throw new ServiceError('mixed_models', `The datasets have vectors of ${models.length} models.`, { models });
  }
  return datasets;
}

interface UntilDeadline {
  /** In the order in which they are shown. */
  readonly findings: Findings;
  readonly overview: Overview;
  /** Whether the search ended in time. */
  readonly isFinished: boolean;
}

async function findUntilDeadline(search: Search): Promise<UntilDeadline> {
  const { query, deadline } = search;
  const rules = rulesOf(query.type);
  let soFar = NOTHING;
  const onHits = (hits: readonly Hit[]) => (soFar = { ...NOTHING, hits });
  const found = await untilDeadline(deadline, rules.find(search, onHits));
  if (found === null) return { findings: soFar, overview: NOT_ASKED, isFinished: false };
  const asks = asksOfCommunities(rules) && !query.onlyContext;
  const overview = asks ? await overviewOf(search, found.parts) : NOT_ASKED;
  const findings = { ...found, warnings: [...found.warnings, ...overview.warnings] };
  // What the model has rated has its order.
  const isRated = overview.kind === 'points' && overview.points.length > 0;
  const ranked = isRated
    ? { ...findings, hits: overview.hits, parts: overview.parts }
    : await rerankAndWeigh(search, findings);
  return { findings: ranked, overview, isFinished: true };
}

/** Reranked, if the query wants it, and by ratings. Facts have an order of their own. */
async function rerankAndWeigh(search: Search, findings: Findings): Promise<Findings> {
  const { finds, byMeaning } = rulesOf(search.query.type);
  if (finds === 'facts') return findings;
  const { hits, warnings } = search.query.reranks
    ? await rerankHits(search, findings.hits)
    : { hits: findings.hits, warnings: [] };
  const weighed = await untilDeadline(search.deadline, weighRatings(search, byMeaning, hits));
  return { ...findings, hits: weighed ?? hits, warnings: [...findings.warnings, ...warnings] };
}
