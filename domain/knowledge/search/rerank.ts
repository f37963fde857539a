/** Puts the best passages of a search in the order of a model with the role `rerank`. */
import { reorder } from '../../../engines/knowledge/retrieval/reorder.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { ModelCaller } from '../../models/callers.ts';
import type { Models } from '../../models/index.ts';
import type { Search } from './search.ts';
import { readPassages } from './reads/passages.ts';
import type { SearchWarning } from './warnings.ts';
import { withinTime } from './within-time.ts';

/** Passages that the model reads, and characters of each: enough for the models that there are. */
const MOST_PASSAGES = 30;
const MOST_CHARACTERS = 4000;

/** The share of the time left that the model may take: the rest is for the answer. */
const SHARE_OF_TIME = 0.5;

export interface Reranked {
  readonly hits: readonly Hit[];
  readonly warnings: readonly SearchWarning[];
}

/** A model that fails or takes too long leaves the order as it is, with a warning. Rejects with `model_not_configured` without a model. */
export async function rerankHits(
  models: Models,
  { database, question }: Search,
  hits: readonly Hit[],
  caller: ModelCaller,
  deadline: number,
): Promise<Reranked> {
  if (hits.length === 0) return { hits, warnings: [] };
  const { passages } = await readPassages(
    database,
    hits.slice(0, MOST_PASSAGES).map(({ chunk }) => chunk),
  );
  const texts = passages.map(({ heading, body }) => `${heading}\n${body}`.trim().slice(0, MOST_CHARACTERS));
  // A passage that was removed meanwhile is no hit any more.
  const read = new Set(passages.map(({ chunk }) => chunk));
  const present = hits.filter(({ chunk }, index) => index >= MOST_PASSAGES || read.has(chunk));
  const left = SHARE_OF_TIME * (deadline - Date.now());
  try {
    const scores = await withinTime(caller.signal, left, 'The model takes too long.', (signal) =>
      models.rerank(question.text, texts, { ...caller, signal }),
    );
    return { hits: reorder(present, scores), warnings: [] };
  } catch (error) {
    caller.signal.throwIfAborted();
    if (!(error instanceof ServiceError) || error.code === 'model_not_configured') throw error;
    const message = `The passages are not reranked (${error.code}): ${error.message}`;
    return { hits: present, warnings: [{ code: 'not_reranked', message }] };
  }
}
