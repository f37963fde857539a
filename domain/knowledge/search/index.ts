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
import type { ModelCaller } from '../../models/index.ts';
import type { FoundCommunity, Part } from './parts.ts';
import type { Search } from './search.ts';
import { answerFrom, highlightsOf } from './answer/answer.ts';
import { conflictsAmong } from './conflicts.ts';
import { weighRatings } from './ratings.ts';
import { askModel } from './answer/model-answer.ts';
import type { Found } from './found.ts';
import { whatIsMissing } from './missing.ts';
import { openSearch } from './open.ts';
import { rerankHits } from './rerank.ts';
import { overviewOf } from './answer/overview.ts';
import type { Overview, Unasked } from './answer/overview.ts';
import { readPassages } from './reads/passages.ts';
import type { FoundPassage } from './reads/passages.ts';
import type { DatasetsQuery, SearchDependencies, SearchQuery } from './query.ts';
import type { FoundFact } from './types/triplets.ts';
import { rulesOf } from './types/index.ts';
import { NOTHING, asksOfCommunities, showsConflicts } from './types/rules.ts';
import type { Findings, SearchRules } from './types/rules.ts';
import type { SearchWarning } from './warnings.ts';
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

/** One search on its way. */
interface Run {
  readonly dependencies: SearchDependencies;
  readonly search: Search;
  readonly query: SearchQuery;
  readonly rules: SearchRules;
  /** Of its calls of models. */
  readonly caller: ModelCaller;
  /** When the results have to be there, in milliseconds since the epoch. */
  readonly deadline: number;
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
  if (!hasContentWords(query.text)) throw new ServiceError('question_refused', NO_CONTENT_WORDS);
  if (datasets.length === 0) return nothingFound(datasets);
  const { signal, spend, type, timeoutMs, onProgress } = query;
  const deadline = Date.now() + timeoutMs;
  const search = await openSearch(dependencies, accessor, datasets, query);
  const caller = { tenantId: accessor.tenantId, signal, spend };
  const run: Run = { dependencies, search, query, rules: rulesOf(type), caller, deadline };
  const { findings, isFinished, overview } = await find(run);
  const shown = { datasets, ...(await show(run, isFinished ? await arrange(run, findings, overview) : findings)) };
  onProgress?.({ type: 'results', found: { ...shown, answer: null, asked: null, isPartial: !isFinished } });
  const answers = isFinished ? await answer(run, shown.passages, overview) : { answer: null, asked: null };
  return { ...shown, ...answers, isPartial: !isFinished || Date.now() > deadline };
}

export function nothingFound(datasets: readonly DatasetRow[]): Found {
  const { hits: _hits, parts: _parts, ...nothing } = NOTHING;
  const unanswered = { answer: null, asked: null, why: null, isPartial: false };
  return { datasets, ...nothing, ...unanswered, passages: [], communities: [], conflicts: [] };
}

const NO_CONTENT_WORDS = 'Give at least one word to search for, other than words such as "the" and "who".';

interface Finding {
  readonly findings: Findings;
  /** Whether it ended in time. */
  readonly isFinished: boolean;
  /** What a model said of the communities; `null`: it is not to be asked. */
  readonly overview: Overview | Unasked | null;
}

/** What the type of search finds until the deadline, with what a model says of it where it is asked about communities. */
async function find({ dependencies, search, query, rules, caller, deadline }: Run): Promise<Finding> {
  const { take, hops, time, onlyContext, maxUsd = null } = query;
  let soFar = NOTHING;
  const onFound = (hits: readonly Hit[]) => (soFar = { ...NOTHING, hits });
  const findings = await within(deadline, rules.find({ search, take, hops, time, onFound }));
  if (findings === null) return { findings: soFar, isFinished: false, overview: null };
  if (!asksOfCommunities(rules) || onlyContext) return { findings, isFinished: true, overview: null };
  const overview = await overviewOf(dependencies, { ...query, ...caller, maxUsd, deadline }, findings.parts);
  if (overview === null) return { findings, isFinished: true, overview };
  const warnings = [...findings.warnings, ...overview.warnings];
  const { hits, parts } = hasPoints(overview) ? overview : findings;
  return { findings: { ...findings, hits, parts, warnings }, isFinished: true, overview };
}

const hasPoints = (overview: Overview | Unasked): overview is Overview => (overview.points ?? []).length > 0;

/** Reranked, if the query wants it, and by ratings. Facts have an order of their own, and so has what a model has rated. */
async function arrange(
  { dependencies, search, query, rules, caller, deadline }: Run,
  findings: Findings,
  overview: Finding['overview'],
): Promise<Findings> {
  if (rules.finds === 'facts' || (overview !== null && hasPoints(overview))) return findings;
  const { hits, warnings } = query.reranks
    ? await rerankHits(dependencies.models, search, findings.hits, caller, deadline)
    : { hits: findings.hits, warnings: [] };
  const weighed = await within(deadline, weighRatings(search, rules.byMeaning, hits));
  return { ...findings, hits: weighed ?? hits, warnings: [...findings.warnings, ...warnings] };
}

type Shown = Omit<Found, 'datasets' | 'answer' | 'asked' | 'isPartial'>;

/** What is shown of the findings: as many as the query takes and fit. */
async function show(
  { dependencies: { database }, search, query, rules, deadline }: Run,
  { hits, facts, parts, warnings, ...findings }: Findings,
): Promise<Shown> {
  const [{ passages, isCut }, missing, why] = await Promise.all([
    showPassages(search, rules.finds === 'facts' ? hits : hits.slice(0, query.take)),
    hits.length < query.take ? whatIsMissing(database, search.scope) : [],
    query.explains ? within(deadline, explain(search, rules.byMeaning, hits)) : null,
  ]);
  const chunks = passages.map(({ passage }) => passage.chunk);
  return {
    ...{ ...findings, passages, why },
    facts: isCut ? factsStatedIn(passages, facts) : facts,
    communities: communitiesOf(passages, parts),
    conflicts: showsConflicts(rules) ? await conflictsAmong(database, search.scope, chunks) : [],
    warnings: [...warnings, ...missing, ...(isCut ? [LEFT_OUT] : [])],
  };
}

/** The answers from the passages, where the type of search answers: that of a model only if it was not left out for its cost. */
async function answer(
  { dependencies, search, query, rules, caller, deadline }: Run,
  passages: readonly FoundPassage[],
  overview: Finding['overview'],
): Promise<Pick<Found, 'answer' | 'asked'>> {
  if (rules.answer === null || query.onlyContext || passages.length === 0) return { answer: null, asked: null };
  const call = { ...query, ...caller, found: passages, deadline };
  const asking =
    overview === null
      ? askModel(dependencies, call)
      : overview.points === null
        ? null
        : askModel(dependencies, { ...call, overview });
  const [answered, asked] = await bothAnswers(within(deadline, answerFrom(search, passages, rules.answer)), asking);
  return { answer: answered, asked };
}

const LEFT_OUT: SearchWarning = {
  code: 'results_left_out',
  message: 'The last results were left out: together, all would have more than 2,000,000 characters. Ask for fewer.',
};

/** Made side by side: if the model fails, the other answer is there. What one of them spends counts even if the other rejects. */
async function bothAnswers<A, B>(answering: Promise<A>, asking: Promise<B> | null): Promise<[A, B | null]> {
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

/** The communities that have one of these passages. */
function communitiesOf(passages: readonly FoundPassage[], parts: readonly Part[]): FoundCommunity[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return parts.flatMap(({ community, score, chunks }) =>
    community !== null && chunks.some((chunk) => shown.has(chunk)) ? [{ community, score }] : [],
  );
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
