import { similarity } from '../../../../engines/text/similarity.ts';
import { NO_PARTS, hitOf } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import { mostSimilar } from '../reads/dense.ts';
import type { Search } from '../search.ts';
import { CANDIDATES } from './candidates.ts';

/** Chunks by the similarity of their vectors to the question's alone. */
export async function similarHits({ database, scope, meaning }: Search, take: number): Promise<Hit[]> {
  const { vector, scale } = await meaning();
  const similar = await mostSimilar(database, scope, vector, Math.max(take, CANDIDATES));
  return similar.map(({ chunk, cosine }) => {
    const score = similarity(cosine, scale);
    return hitOf({ chunk, score, parts: { ...NO_PARTS, similarity: score } });
  });
}
