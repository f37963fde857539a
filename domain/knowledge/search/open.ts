/** What all types of search begin with: the scope, the words of the question, and its meaning. */
import { readQuestion } from '../../../engines/knowledge/retrieval/question.ts';
import type { SimilarityScale } from '../../../engines/text/similarity.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Accessor } from '../../access/policy.ts';
import { embedEach } from '../../models/embed-each.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import { modelLabel } from '../datasets/vectors.ts';
import type { Meaning, Search } from './search.ts';
import type { SearchDependencies, SearchQuery } from './query.ts';
import { languagesOf } from './reads/languages.ts';
import { lexicalStatistics } from './reads/lexical.ts';
import { searchScope } from './scope.ts';
import type { SearchScope } from './scope.ts';
import { rulesOf } from './types/index.ts';

/** A search in datasets that the caller may read, at least one, all with vectors of the same model. */
export async function openSearch(
  { database, models, scales }: SearchDependencies,
  caller: Accessor,
  datasets: readonly DatasetRow[],
  { text, type, filters, signal, spend }: SearchQuery,
): Promise<Search> {
  const scope = searchScope(caller, datasets, filters);
  const modelCaller = { tenantId: caller.tenantId, signal, spend };
  const embed = embedOnce((texts, kind) =>
    embedEach(texts, (some) => models.embed(some, kind, modelCaller, scope.model.embeddingModel)),
  );
  let known: Promise<Meaning> | undefined;
  const meaning = (): Promise<Meaning> =>
    (known ??= meaningOf(text, embed, scope, scales.of(scope.model.embeddingModel, modelCaller)));
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
