/**
 * Search: a read that API and evaluation share. Datasets, filters and policies decide first what may be found; then passages are
 * ranked, and read with where they come from. `present.ts` makes of them what a search returns.
 */
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { hasContentWords } from '../../../engines/knowledge/retrieval/question.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { findReadableDatasets } from '../datasets.ts';
import type { DatasetRow } from '../datasets.ts';
import type { FoundCommunity } from './communities.ts';
import type { Search } from './hops.ts';
import { answerFrom, highlightsOf } from './answer/answer.ts';
import { weighRatings } from './ratings.ts';
import { askModel } from './answer/model-answer.ts';
import type { AskedModel, Found } from './found.ts';
import { whatIsMissing } from './missing.ts';
import { openSearch } from './open.ts';
import { rerankHits } from './rerank.ts';
import { overviewOf } from './answer/overview.ts';
import type { Overview, Unasked } from './answer/overview.ts';
import { readPassages } from './reads/passages.ts';
import type { FoundPassage } from './reads/passages.ts';
import type { DatasetsQuery, SearchDependencies, SearchQuery } from './query.ts';
import type { FoundFact } from './triplets.ts';
import { conflictsAmong } from '../time/conflicts.ts';
import { rulesOf } from './types.ts';
import type { Findings, SearchWarning } from './types.ts';
import { explain } from './why.ts';

/**
 * Searches datasets by their keys. Throws `not_found` for a key of a dataset that the caller may not read, `mixed_models` when the datasets
 * have vectors of different models and the type of search compares vectors, and what {@link searchIn} throws.
 */
export async function searchDatasets(
  dependencies: SearchDependencies,
  caller: Accessor,
  query: DatasetsQuery,
): Promise<Found> {
  return searchIn(dependencies, caller, await datasetsOf(dependencies.database, caller, query), query);
}

/**
 * The passages for a question in datasets that the caller may read, all with vectors of the same model. Throws `question_refused`; what the
 * embedding model throws, if the type of search compares vectors; and for a job `model_unavailable`, `model_rate_limited` and `timeout` of the
 * language model.
 */
export async function searchIn(
  dependencies: SearchDependencies,
  caller: Accessor,
  datasets: readonly DatasetRow[],
  query: SearchQuery,
): Promise<Found> {
  if (!hasContentWords(query.text)) throw new ServiceError('question_refused', NO_CONTENT_WORDS);
  if (datasets.length === 0) return nothingFound(datasets);
  const deadline = Date.now() + query.timeoutMs;
  const search = await openSearch(dependencies, caller, datasets, query);
  let soFar: Findings = { hits: [] };
  const { type, take, hops, time, onlyContext, explains = false } = query;
  const { find, answers, byMeaning, asksOfCommunities = false } = rulesOf(type);
  const finding = find({ search, take, hops, time, onFound: (hits) => (soFar = { hits }) });
  const finished = await within(deadline, finding);
  const { signal, spend, reranks = false, maxUsd = null } = query;
  const modelCaller = { tenantId: caller.tenantId, signal, spend };
  const overview =
    finished?.communities && asksOfCommunities && !onlyContext
      ? await overviewOf(dependencies, { ...query, ...modelCaller, maxUsd, deadline }, finished.communities)
      : null;
  const { points = null } = overview ?? {};
  const findings = overviewed(finished ?? soFar, overview);
  const { hits: ranked, facts, communities = [], warnings = [] } = findings;
  // Facts have an order of their own, and so has what a model has rated.
  const weighs = finished !== null && facts === undefined && (points ?? []).length === 0;
  const reranked =
    weighs && reranks
      ? await rerankHits(dependencies.models, search, ranked, modelCaller, deadline)
      : { hits: ranked, warnings: [] };
  const hits = (weighs && (await within(deadline, weighRatings(search, byMeaning, reranked.hits)))) || reranked.hits;
  const [{ passages, isCut }, missing, why] = await Promise.all([
    showPassages(search, facts === undefined ? hits.slice(0, take) : hits),
    hits.length < take ? whatIsMissing(dependencies.database, search.scope) : [],
    explains ? within(deadline, explain(search, byMeaning, hits)) : null,
  ]);
  const compares = answers || (facts ?? []).length > 0;
  const conflicts = compares
    ? await conflictsAmong(
        dependencies.database,
        passages.map(({ passage }) => passage.chunk),
      )
    : [];
  const shown = {
    ...{ datasets, passages, why, conflicts },
    communities: communitiesStatedIn(passages, communities),
    time: findings.time ?? null,
    dates: findings.dates ?? new Map(),
    facts: isCut ? factsStatedIn(passages, facts ?? []) : (facts ?? []),
    warnings: [...warnings, ...reranked.warnings, ...missing, ...(isCut ? [LEFT_OUT] : [])],
  };
  query.onProgress?.({ type: 'results', found: { ...shown, answer: null, asked: null, isPartial: finished === null } });
  const isAnswered = finished !== null && answers && !onlyContext && passages.length > 0;
  const asking = (): Promise<AskedModel | null> =>
    overview?.points === null
      ? Promise.resolve(null)
      : askModel(dependencies, {
          ...{ ...query, ...modelCaller, found: passages, deadline },
          ...(overview && { overview }),
        });
  const [answer, asked] = isAnswered
    ? await bothAnswers(within(deadline, answerFrom(search, passages)), asking())
    : [null, null];
  const isPartial = finished === null || Date.now() > deadline;
  return { ...shown, answer, asked, isPartial };
}

export function nothingFound(datasets: readonly DatasetRow[]): Found {
  const nothing = { passages: [], facts: [], communities: [], warnings: [], time: null, conflicts: [], why: null };
  return { datasets, ...nothing, dates: new Map(), answer: null, asked: null, isPartial: false };
}

const NO_CONTENT_WORDS = 'Give at least one word to search for, other than words such as "the" and "who".';

/** What was found, with what a model said of it: the passages and communities of its points, if it has any. */
function overviewed(findings: Findings, overview: Overview | Unasked | null): Findings {
  if (overview === null) return findings;
  const warnings = [...(findings.warnings ?? []), ...overview.warnings];
  if (overview.points === null || overview.points.length === 0) return { ...findings, warnings };
  return { ...findings, hits: overview.hits, communities: overview.communities, warnings };
}

const LEFT_OUT: SearchWarning = {
  code: 'results_left_out',
  message: 'The last results were left out: together, all would have more than 2,000,000 characters. Ask for fewer.',
};

/** Made side by side: if the model fails, the other answer is there. What one of them spends counts even if the other rejects. */
async function bothAnswers<A, B>(answering: Promise<A>, asking: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([answering, asking]);
  return Promise.all([answering, asking]);
}

/** The facts with their evidence in these passages; those without any are left out. */
function factsStatedIn(passages: readonly FoundPassage[], facts: readonly FoundFact[]): FoundFact[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return facts
    .map((fact) => ({ ...fact, evidence: fact.evidence.filter(({ chunk }) => shown.has(chunk)) }))
    .filter(({ evidence }) => evidence.length > 0);
}

/** The communities whose summaries have one of these passages. */
function communitiesStatedIn(
  passages: readonly FoundPassage[],
  communities: readonly FoundCommunity[],
): FoundCommunity[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return communities.filter(({ community }) => community.sentences.some(({ chunk }) => shown.has(chunk)));
}

async function showPassages(search: Search, hits: readonly Hit[]) {
  const byChunk = new Map(hits.map((hit) => [hit.chunk, hit]));
  const { passages, isCut } = await readPassages(search.database, [...byChunk.keys()]);
  const found = passages.flatMap((passage) => {
    const hit = byChunk.get(passage.chunk);
    return hit ? [{ passage, hit }] : [];
  });
  const highlights = highlightsOf(search, found);
  const shown = found.map((one, index): FoundPassage => ({ ...one, highlight: highlights[index] ?? null }));
  return { passages: shown, isCut };
}

/** The datasets of these keys. Throws as {@link searchDatasets}. */
export async function datasetsOf(
  database: Database,
  caller: Accessor,
  { datasetKeys: keys, type }: Pick<DatasetsQuery, 'datasetKeys' | 'type'>,
): Promise<readonly DatasetRow[]> {
  const datasets = await findReadableDatasets(database, caller, keys);
  const missing = keys?.find((key) => !datasets.some(({ datasetKey }) => datasetKey === key));
  if (missing !== undefined) throw new ServiceError('not_found', `There is no dataset ${missing} that you may read.`);
  const models = [...new Set(datasets.map(({ embeddingModel }) => embeddingModel))];
  if (rulesOf(type).byMeaning && models.length > 1) {
    throw new ServiceError('mixed_models', `The datasets have vectors of ${models.length} models.`, { models });
  }
  return datasets;
}

/** What the promise resolves with, or `null` when it takes longer; then a later failure is of no interest. */
async function within<T>(deadline: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), deadline - Date.now());
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
