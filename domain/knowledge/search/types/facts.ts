/** Search among the facts: by their vectors and their words. The passages that state them are the results. */
import { hitOf, lexemes, scoreCandidates } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Candidate, Hit } from '../../../../engines/knowledge/retrieval/index.ts';
import type { SimilarityScale } from '../../../../engines/text/similarity.ts';
import type { Language } from '../../../../engines/text/stop-words.ts';
import { CANDIDATES, NOTHING } from '../findings.ts';
import type { Findings, FoundFact } from '../findings.ts';
import type { Search } from '../opening.ts';
import { factsAbout, lacksFactVectors, mostSimilarFacts, readFacts } from '../reads/facts.ts';
import type { StatedFact } from '../reads/facts.ts';
import { entitiesNamed } from '../reads/links.ts';
import type { SearchWarning } from '../warnings.ts';

const NO_VECTORS: SearchWarning = {
  code: 'facts_without_vectors',
  message: 'Some facts have no vectors yet and cannot be found. Run a Memify job with the pipeline triplet_embeddings.',
};

/** The facts nearest to the question in meaning and in words, among them those about the entities that it names. */
export async function amongFacts(search: Search): Promise<Findings> {
  const { database, scope, query, question, meaning } = search;
  const most = Math.max(query.take, CANDIDATES);
  const { vector, scale } = await meaning();
  const [similar, named, isIncomplete] = await Promise.all([
    mostSimilarFacts(database, scope, vector, most),
    entitiesNamed(database, scope, question.names),
    lacksFactVectors(database, scope),
  ]);
  const about = await factsAbout(
    database,
    scope,
    named.map(({ id }) => id),
    vector,
    most,
  );
  const cosines = new Map([...similar, ...about].map(({ fact, cosine }) => [fact, cosine]));
  const stated = await readFacts(database, scope, [...cosines.keys()]);
  const facts = rankFacts(search, scale, stated, cosines).slice(0, query.take);
  return { ...NOTHING, facts, hits: hitsOf(facts), warnings: isIncomplete ? [NO_VECTORS] : [] };
}

/** Best first. */
function rankFacts(
  { question, lexical }: Search,
  scale: SimilarityScale,
  stated: readonly StatedFact[],
  cosines: ReadonlyMap<string, number>,
): FoundFact[] {
  const candidates = stated.map((fact) => candidateOf(fact, cosines.get(fact.fact) ?? 0, question.languages));
  const words = candidates.reduce((sum, { length }) => sum + length, 0);
  // Words are as rare as they are in the chunks, but facts are shorter.
  const measures = { scale, lexical: { ...lexical, averageLength: words / Math.max(candidates.length, 1) } };
  const scores = scoreCandidates(question.asked, candidates, measures);
  return stated
    .flatMap((fact, index): FoundFact[] => {
      const hit = scores[index];
      return hit ? [{ ...fact, score: hit.score, parts: hit.parts }] : [];
    })
    .toSorted((a, b) => b.score - a.score || (textOf(a) < textOf(b) ? -1 : 1));
}

/**
 * A fact as the ranking of chunks sees it. Its words are read in all languages of the texts: it does not say which is
 * its own.
 */
function candidateOf(stated: StatedFact, cosine: number, languages: readonly Language[]): Candidate {
  const read = languages.map((language) => lexemes(textOf(stated), language));
  const counts = new Map(read.flatMap(({ positions }) => Array.from(positions, ([word, at]) => [word, at.length])));
  return { chunk: stated.fact, cosine, counts, length: Math.max(...read.map(({ length }) => length)) };
}

const textOf = ({ subject, predicate, object }: StatedFact): string => `${subject.name} ${predicate} ${object.name}`;

/** The passages that state them, each once, in the order of the facts. */
function hitsOf(facts: readonly FoundFact[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { parts, evidence } of facts) {
    for (const { chunk } of evidence) if (!hits.has(chunk)) hits.set(chunk, hitOf(chunk, parts));
  }
  return [...hits.values()];
}
