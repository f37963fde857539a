/** Puts the best passages of a search in the order of a model with the role `rerank`. */
import { rerank } from '../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { withinTime } from '../../../platform/time-limit.ts';
import type { Search } from './opening.ts';
import { readTexts } from './passages.ts';
import type { SearchWarning } from './warnings.ts';

/** Passages that the model reads, and characters of each: enough for the models that there are. */
const MOST_PASSAGES = 30;
const MOST_CHARACTERS = 4000;

/** The share of the time left that the model may take: the rest is for the answer. */
const SHARE_OF_TIME = 0.5;

interface Reranked {
  readonly hits: readonly Hit[];
  readonly warnings: readonly SearchWarning[];
}

/**
 * A model that fails or takes too long leaves the order as it is, with a warning. Rejects with `model_not_configured`
 * without a model.
 */
export async function rerankHits(
  { database, models, question, caller, deadline }: Search,
  hits: readonly Hit[],
): Promise<Reranked> {
  if (hits.length === 0) return { hits, warnings: [] };
  const { texts } = await readTexts(
    database,
    hits.slice(0, MOST_PASSAGES).map(({ chunk }) => chunk),
  );
  const shown = texts.map(({ heading, body }) => `${heading}\n${body}`.trim().slice(0, MOST_CHARACTERS));
  // A passage that was removed meanwhile is no hit any more.
  const read = new Set(texts.map(({ chunk }) => chunk));
  const present = hits.filter(({ chunk }, index) => index >= MOST_PASSAGES || read.has(chunk));
  const left = SHARE_OF_TIME * (deadline - Date.now());
  try {
    const scores = await withinTime(caller.signal, left, 'The model takes too long.', (signal) =>
      models.rerank(question.text, shown, { ...caller, signal }),
    );
    return { hits: rerank(present, scores), warnings: [] };
  } catch (error) {
    caller.signal.throwIfAborted();
    if (!(error instanceof ServiceError) || error.code === 'model_not_configured') throw error;
    const message = `The passages are not reranked (${error.code}): ${error.message}`;
    return { hits: present, warnings: [{ code: 'not_reranked', message }] };
  }
}
