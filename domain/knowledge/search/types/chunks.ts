/** Search among the chunks by one measure alone. */
import { bm25, byScore, hitOf } from '../../../../engines/knowledge/retrieval/index.ts';
import { similarity } from '../../../../engines/text/similarity.ts';
import { CANDIDATES, NOTHING } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { Search } from '../opening.ts';
import { mostSimilar } from '../reads/vectors.ts';
import { chunkTerms, chunksWith } from '../reads/words.ts';

/** By the similarity of their vectors to the question's. */
export async function bySimilarity({ database, scope, query, meaning }: Search): Promise<Findings> {
  const { vector, scale } = await meaning();
  const similar = await mostSimilar(database, scope, vector, Math.max(query.take, CANDIDATES));
  const hits = similar.map(({ chunk, cosine }) => hitOf(chunk, { similarity: similarity(cosine, scale) }));
  return { ...NOTHING, hits };
}

/** By the words of the question (BM25). */
export async function byWords({ database, scope, query, question, lexical }: Search): Promise<Findings> {
  const asked = [...question.asked.all];
  const chunks = await chunksWith(database, scope, lexical, Math.max(query.take, CANDIDATES));
  const terms = await chunkTerms(database, chunks, asked);
  const hits = terms.map((term) => hitOf(term.chunk, { words: bm25(asked, term, lexical) })).toSorted(byScore);
  return { ...NOTHING, hits };
}
