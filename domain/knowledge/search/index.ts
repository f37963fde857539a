/**
 * Search: a read that API and evaluation share. Datasets, filters and policies decide first what may be found; then passages are
 * ranked, and read with where they come from. `present.ts` makes of them what a search returns.
 */
import { readQuestion } from '../../../engines/knowledge/retrieval/question.ts';
import type { SimilarityScale } from '../../../engines/knowledge/retrieval/similarity.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { embedEach } from '../../models/embed-each.ts';
import type { Models } from '../../models/index.ts';
import { findReadableDatasets } from '../datasets.ts';
import type { DatasetRow } from '../datasets.ts';
import type { Meaning, Search } from './hops.ts';
import { answerFrom, highlightsOf } from './answer.ts';
import type { Answer } from './answer.ts';
import { askModel } from './model-answer.ts';
import type { AskedModel } from './model-answer.ts';
import { languagesOf } from './languages.ts';
import { lexicalStatistics } from './lexical.ts';
import { whatIsMissing } from './missing.ts';
import { readPassages } from './passages.ts';
import type { FoundPassage } from './passages.ts';
import type { Scales } from './scales.ts';
import { searchScope } from './scope.ts';
import type { SearchFilters } from './scope.ts';
import type { FoundFact } from './triplets.ts';
import { rulesOf } from './types.ts';
import type { Findings, SearchType, SearchWarning } from './types.ts';

export { hasContentWords } from '../../../engines/knowledge/retrieval/question.ts';

export interface SearchDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly scales: Scales;
}

export interface SearchQuery {
  readonly text: string;
  /** `null`: all datasets that the caller may read. */
  readonly datasetKeys: readonly string[] | null;
  readonly type: SearchType;
  /** How many passages, or facts, to return at most. */
  readonly take: number;
  readonly hops: 1 | 2;
  readonly filters: SearchFilters;
  /** Whether to leave the question unanswered, where the type of search would answer it. */
  readonly onlyContext: boolean;
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the result. */
  readonly signal: AbortSignal;
}

/** What a search does unless its request says otherwise. */
export const SEARCH_DEFAULTS = {
  datasetKeys: null,
  type: 'GRAPH_COMPLETION',
  take: 10,
  hops: 2,
  filters: {},
  onlyContext: false,
  timeoutMs: 30_000,
} as const satisfies Omit<SearchQuery, 'text' | 'signal'>;

/** What a search found. `presentSearch` makes of it what users see. */
export interface Found {
  readonly datasets: readonly DatasetRow[];
  /** Best first. */
  readonly passages: readonly FoundPassage[];
  /** The facts that the passages state, where facts are searched. Best first. */
  readonly facts: readonly FoundFact[];
  readonly warnings: readonly SearchWarning[];
  /** `null` when none was asked for, or the time was up. */
  readonly answer: Answer | null;
  /** What came of asking a language model; `null` when none was asked. */
  readonly asked: AskedModel | null;
  /** Whether the time was up before the search had ended. */
  readonly isPartial: boolean;
}

/**
 * The passages for a question. Throws `not_found` for a dataset key that the caller may not read, `mixed_models` when the
 * datasets have vectors of different models, `question_refused`, and what the embedding model throws; these only if the type of search
 * compares vectors.
 */
export async function searchDatasets(
  dependencies: SearchDependencies,
  caller: Accessor,
  query: SearchQuery,
): Promise<Found> {
  const datasets = await datasetsOf(dependencies.database, caller, query);
  if (datasets.length === 0) {
    return { datasets, passages: [], facts: [], warnings: [], answer: null, asked: null, isPartial: false };
  }
  const deadline = Date.now() + query.timeoutMs;
  const search = await openSearch(dependencies, caller, datasets, query);
  let soFar: Findings = { hits: [] };
  const { type, take, hops, onlyContext } = query;
  const { find, answers } = rulesOf(type);
  const finding = find({ search, take, hops, onFound: (hits) => (soFar = { hits }) });
  const finished = await within(deadline, finding);
  const { hits, facts = [], warnings = [] } = finished ?? soFar;
  const [{ passages, isCut }, missing] = await Promise.all([
    showPassages(search, hits),
    hits.length < take ? whatIsMissing(dependencies.database, search.scope) : [],
  ]);
  const isAnswered = finished !== null && answers && !onlyContext && passages.length > 0;
  const { tenantId } = caller;
  const { text: question, signal } = query;
  // Side by side: where the model fails, the answer without it is there.
  const [answer, asked] = isAnswered
    ? await Promise.all([
        within(deadline, answerFrom(search, passages)),
        askModel(dependencies.models, { tenantId, question, found: passages, signal, deadline }),
      ])
    : [null, null];
  const isPartial = finished === null || Date.now() > deadline;
  return {
    ...{ datasets, passages, answer, asked, isPartial },
    facts: isCut ? factsStatedIn(passages, facts) : facts,
    warnings: [...warnings, ...missing, ...(isCut ? [LEFT_OUT] : [])],
  };
}

const LEFT_OUT: SearchWarning = {
  code: 'results_left_out',
  message: 'The last results were left out: together, all would have more than 2,000,000 characters. Ask for fewer.',
};

/** The facts with their evidence in these passages; those without any are left out. */
function factsStatedIn(passages: readonly FoundPassage[], facts: readonly FoundFact[]): FoundFact[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return facts
    .map((fact) => ({ ...fact, evidence: fact.evidence.filter(({ chunk }) => shown.has(chunk)) }))
    .filter(({ evidence }) => evidence.length > 0);
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

async function openSearch(
  { database, models, scales }: SearchDependencies,
  caller: Accessor,
  datasets: readonly DatasetRow[],
  { text, type, filters, signal }: SearchQuery,
): Promise<Search> {
  const scope = searchScope(caller, datasets, filters);
  const modelCaller = { tenantId: caller.tenantId, signal, spend: () => undefined };
  const embed = embedOnce((texts, kind) =>
    embedEach(texts, (some) => models.embed(some, kind, modelCaller, scope.model)),
  );
  let known: Promise<Meaning> | undefined;
  const meaning = (): Promise<Meaning> => (known ??= meaningOf(text, embed, scales.of(scope.model, modelCaller)));
  // The model works while the words of the question are looked up. Who waits for it learns of its failure.
  if (rulesOf(type).byMeaning) meaning().catch(() => undefined);
  const languages = await languagesOf(database, scope);
  const question = readQuestion(text, languages);
  const lexical = await lexicalStatistics(database, scope, [...question.asked.all]);
  return { database, scope, question, meaning, lexical, embed };
}

/** Remembers the vectors of a search: its answer compares sentences with probes of its second hop. */
function embedOnce(embed: Search['embed']): Search['embed'] {
  const known = new Map<string, Float32Array | null>();
  return async (texts, kind) => {
    const keyOf = (text: string): string => `${kind} ${text}`;
    const fresh = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    const vectors = await embed(fresh, kind);
    for (const [index, text] of fresh.entries()) known.set(keyOf(text), vectors[index] ?? null);
    return texts.map((text) => known.get(keyOf(text)) ?? null);
  };
}

async function meaningOf(text: string, embed: Search['embed'], measured: Promise<SimilarityScale>): Promise<Meaning> {
  const [[vector], scale] = await Promise.all([embed([text], 'query'), measured]);
  if (!vector) {
    const detail =
      'The embedding model accepts other texts, but not this question: it is too long, or its content is refused.';
    throw new ServiceError('question_refused', detail);
  }
  return { vector, scale };
}

async function datasetsOf(
  database: Database,
  caller: Accessor,
  { datasetKeys: keys, type }: SearchQuery,
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
