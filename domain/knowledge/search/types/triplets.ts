/** Search among the facts: by their vectors and their words. The passages that state them are the results. */
import { lexemes } from '../../../../engines/knowledge/lexis/lexemes.ts';
import type { Language } from '../../../../engines/text/stop-words.ts';
import { scoreTexts } from '../../../../engines/knowledge/retrieval/base.ts';
import type { SimilarityScale } from '../../../../engines/text/similarity.ts';
import { NO_PARTS, hitOf } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Candidate, Hit, ScoreParts } from '../../../../engines/knowledge/retrieval/types.ts';
import { factsAbout, lacksFactVectors, mostSimilarFacts, readFacts } from '../reads/facts.ts';
import type { StatedFact } from '../reads/facts.ts';
import type { Search } from '../search.ts';
import { entitiesNamed } from '../reads/links.ts';
import { CANDIDATES } from './candidates.ts';

export interface FoundFact extends StatedFact {
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface FoundFacts {
  /** Best first. */
  readonly facts: readonly FoundFact[];
  /** The passages that state them, each once, in the order of the facts. */
  readonly hits: readonly Hit[];
  /** Whether facts of the scope have no vectors yet, so that no search finds them. */
  readonly isIncomplete: boolean;
}

/** The facts nearest to the question in meaning and in words, among them those about the entities that it names. */
export async function triplets(search: Search, take: number): Promise<FoundFacts> {
  const { database, scope, question, meaning } = search;
  const most = Math.max(take, CANDIDATES);
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
  const facts = rankFacts(search, scale, stated, cosines).slice(0, take);
  return { facts, hits: hitsOf(facts), isIncomplete };
}

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
  const scores = scoreTexts(question.asked, candidates, measures);
  return stated
    .map((fact, index): FoundFact => {
      const { score = 0, parts = NO_PARTS } = scores[index] ?? {};
      return { ...fact, score, parts };
    })
    .toSorted((a, b) => b.score - a.score || (textOf(a) < textOf(b) ? -1 : 1));
}

/** A fact as the ranking of chunks sees it. Its words are read in all languages of the texts: it does not say which is its own. */
function candidateOf(stated: StatedFact, cosine: number, languages: readonly Language[]): Candidate {
  const read = languages.map((language) => lexemes(textOf(stated), language));
  const counts = new Map(read.flatMap(({ positions }) => Array.from(positions, ([word, at]) => [word, at.length])));
  return { chunk: stated.fact, cosine, counts, length: Math.max(...read.map(({ length }) => length)) };
}

const textOf = ({ subject, predicate, object }: StatedFact): string => `${subject.name} ${predicate} ${object.name}`;

function hitsOf(facts: readonly FoundFact[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { score, parts, evidence } of facts) {
    for (const { chunk } of evidence) if (!hits.has(chunk)) hits.set(chunk, hitOf({ chunk, score, parts }));
  }
  return [...hits.values()];
}
