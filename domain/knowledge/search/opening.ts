/** What all types of search begin with: the scope, the words of the question, and its meaning. */
import { readQuestion } from '../../../engines/knowledge/retrieval/index.ts';
import type { LexicalStatistics, Question } from '../../../engines/knowledge/retrieval/index.ts';
import type { SimilarityScale } from '../../../engines/text/similarity.ts';
import { LANGUAGES } from '../../../engines/text/stop-words.ts';
import type { Language } from '../../../engines/text/stop-words.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { EmbeddedKind } from '../../../platform/models/embed.ts';
import type { Accessor } from '../../access/policy.ts';
import { embedEach } from '../../models/embed-each.ts';
import type { ModelCaller } from '../../models/callers.ts';
import type { Models } from '../../models/index.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import { modelLabel } from '../datasets/vectors.ts';
import type { SearchDependencies, SearchQuery } from './query.ts';
import { lexicalStatistics } from './reads/words.ts';
import { searchScope } from './scope.ts';
import type { SearchScope } from './scope.ts';

/** One search on its way: what is asked, of what, for whom and until when. Every stage reads it. */
export interface Search {
  readonly database: Database;
  readonly models: Models;
  readonly query: SearchQuery;
  readonly scope: SearchScope;
  readonly question: Question;
  /** Embedded once, when it is first asked for: a search by words works without the model. */
  readonly meaning: () => Promise<Meaning>;
  /** Of the lexemes of the question. */
  readonly lexical: LexicalStatistics;
  /** Vectors of further texts by the same model; `null` for one that it refuses. */
  readonly embed: (texts: readonly string[], kind: EmbeddedKind) => Promise<readonly (Float32Array | null)[]>;
  /** Of its calls of models. */
  readonly caller: ModelCaller;
  /** When the results have to be there, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** The question as the model of the datasets sees it, and how to read the model's cosines. */
interface Meaning {
  readonly vector: Float32Array;
  readonly scale: SimilarityScale;
}

/** Each further language makes a question longer, and its words less certain. */
const MOST_LANGUAGES = 3;

/**
 * A search in datasets that the caller may read, at least one, all with vectors of the same model. `byMeaning`: whether
 * it will compare vectors.
 */
export async function openSearch(
  { database, models, scales }: SearchDependencies,
  accessor: Accessor,
  datasets: readonly DatasetRow[],
  query: SearchQuery,
  byMeaning: boolean,
): Promise<Search> {
  const { text, filters, signal, spend } = query;
  const deadline = Date.now() + query.timeoutMs;
  const scope = searchScope(accessor, datasets, filters);
  const caller = { tenantId: accessor.tenantId, signal, spend };
  const embed = embedOnce((texts, kind) =>
    embedEach(texts, (some) => models.embed(some, kind, caller, scope.model.embeddingModel)),
  );
  let known: Promise<Meaning> | undefined;
  const meaning = (): Promise<Meaning> =>
    (known ??= meaningOf(text, embed, scope, scales.of(scope.model.embeddingModel, caller)));
  // The model works while the words of the question are looked up. Who waits for it learns of its failure.
  if (byMeaning) meaning().catch(() => undefined);
  const languages = await languagesOf(database, scope);
  const question = readQuestion(text, languages);
  const lexical = await lexicalStatistics(database, scope, [...question.asked.all]);
  return { database, models, query, scope, question, meaning, lexical, embed, caller, deadline };
}

/**
 * Those of the languages of readable documents that are stemmed, in the order in which they are declared; English where
 * there is none.
 */
async function languagesOf({ db }: Database, { datasetIds, readable }: SearchScope): Promise<readonly Language[]> {
  // A loose index scan: Postgres has none of its own, and would read every document for a DISTINCT.
  const rows = await db.$queryRaw<{ language: string | null }[]>`
    WITH RECURSIVE spoken AS (
      SELECT dataset.id, (
        SELECT min(document.language) FROM knowledge_document document
        WHERE document.dataset_id = dataset.id AND ${readable}) AS language
      FROM unnest(${[...datasetIds]}::text[]) AS dataset(id)
      UNION ALL
      SELECT spoken.id, (
        SELECT min(document.language) FROM knowledge_document document
        WHERE document.dataset_id = spoken.id AND document.language > spoken.language AND ${readable})
      FROM spoken WHERE spoken.language IS NOT NULL
    )
    SELECT DISTINCT language FROM spoken`;
  const spoken = new Set(rows.map(({ language }) => language));
  const known = LANGUAGES.filter((language) => spoken.has(language)).slice(0, MOST_LANGUAGES);
  return known.length > 0 ? known : ['en'];
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

async function meaningOf(
  text: string,
  embed: Search['embed'],
  { model }: SearchScope,
  measured: Promise<SimilarityScale>,
): Promise<Meaning> {
  const [[vector], scale] = await Promise.all([embed([text], 'query'), measured]);
  if (!vector) {
    const detail =
      'The embedding model accepts other texts, but not this question: it is too long, or its content is refused.';
    throw new ServiceError('question_refused', detail);
  }
  if (vector.length !== model.embeddingDimensions) {
    const now = modelLabel({ ...model, embeddingDimensions: vector.length });
    throw new ServiceError(
      'mixed_models',
      `The datasets have vectors of ${modelLabel(model)}, the question of ${now}.`,
      {
        models: [modelLabel(model), now],
      },
    );
  }
  return { vector, scale };
}
