/**
 * Search: a read that API and evaluation share. Datasets, filters and policies decide first what may be found; then passages are
 * ranked, and read with where they come from. `present.ts` makes of them what a search returns.
 */
import type { Accessor } from '../../access/policy.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import { answersTo } from './answer/answers.ts';
import { askedDatasets } from './asked-datasets.ts';
import { findRanked } from './find.ts';
import { requireContentWords } from './content-words.ts';
import type { Found } from './found.ts';
import { openSearch } from './open.ts';
import type { DatasetsQuery, SearchDependencies, SearchQuery } from './query.ts';
import type { Run } from './run.ts';
import { show } from './show/show.ts';
import { rulesOf } from './types/index.ts';
import { NOTHING } from './types/rules.ts';

/** Searches datasets by their keys. Throws what {@link askedDatasets} and {@link searchIn} throw. */
export async function searchDatasets(
  dependencies: SearchDependencies,
  caller: Accessor,
  query: DatasetsQuery,
): Promise<Found> {
  return searchIn(dependencies, caller, await askedDatasets(dependencies.database, caller, query), query);
}

/**
 * The passages for a question in datasets that the caller may read, all with vectors of the same model. Throws `question_refused`; what the
 * embedding model throws, if the type of search compares vectors; and for a job `model_unavailable`, `model_rate_limited` and `timeout` of the
 * language model.
 */
export async function searchIn(
  dependencies: SearchDependencies,
  accessor: Accessor,
  datasets: readonly DatasetRow[],
  query: SearchQuery,
): Promise<Found> {
  requireContentWords(query.text);
  if (datasets.length === 0) return nothingFound(datasets);
  const { signal, spend, type, timeoutMs, onProgress } = query;
  const deadline = Date.now() + timeoutMs;
  const search = await openSearch(dependencies, accessor, datasets, query);
  const caller = { tenantId: accessor.tenantId, signal, spend };
  const run: Run = { dependencies, search, query, rules: rulesOf(type), caller, deadline };
  const { findings, isFinished, overview } = await findRanked(run);
  const shown = { datasets, ...(await show(run, findings)) };
  onProgress?.({ type: 'results', found: { ...shown, answer: null, asked: null, isPartial: !isFinished } });
  const answers = isFinished ? await answersTo(run, shown, overview) : { answer: null, asked: null };
  return { ...shown, ...answers, isPartial: !isFinished || Date.now() > deadline };
}

export function nothingFound(datasets: readonly DatasetRow[]): Found {
  const { hits: _hits, parts: _parts, ...nothing } = NOTHING;
  const unanswered = { answer: null, asked: null, why: null, isPartial: false };
  return { datasets, ...nothing, ...unanswered, passages: [], communities: [], conflicts: [] };
}
