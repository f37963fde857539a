import { bm25 } from '../../../../engines/knowledge/lexis/bm25.ts';
import { byScore } from '../../../../engines/knowledge/retrieval/base.ts';
import { NO_PARTS, hitOf } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Search } from '../search.ts';
import { chunkTerms, chunksWith } from '../reads/lexical.ts';
import { CANDIDATES } from './candidates.ts';

/** Chunks by the words of the question alone (BM25). */
export async function lexicalHits({ database, scope, question, lexical }: Search, take: number): Promise<Hit[]> {
  const asked = [...question.asked.all];
  const chunks = await chunksWith(database, scope, lexical, Math.max(take, CANDIDATES));
  const terms = await chunkTerms(database, chunks, asked);
  return terms
    .map((term) => {
      const score = bm25(asked, term, lexical);
      return hitOf({ chunk: term.chunk, score, parts: { ...NO_PARTS, words: score } });
    })
    .toSorted(byScore);
}
