/** Search in two hops: the store's reads between the stages of engines/knowledge/retrieval. */
import {
  SEEDS,
  makeProbes,
  rankFirstHop,
  rankSecondHop,
  subjects,
} from '../../../../engines/knowledge/retrieval/index.ts';
import type { Candidate, Entity, Hit, Probe, ProbedCandidate } from '../../../../engines/knowledge/retrieval/index.ts';
import { CANDIDATES, NOTHING } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { Search } from '../opening.ts';
import { readTexts } from '../passages.ts';
import { chunksLinkedTo, chunksTitled, entitiesNamed, entitiesOf, rolesIn } from '../reads/links.ts';
import { mostSimilar, similarities } from '../reads/vectors.ts';
import { chunkTerms, chunksWith, lexicalStatistics } from '../reads/words.ts';

interface FirstHop {
  /** Best first. */
  readonly ranked: readonly Hit[];
  /** Entities that the question names. */
  readonly known: readonly Entity[];
}

/**
 * What the second hop looks at: the best chunks of the first one, and chunks that each entity links to. 30 and 5 lost
 * nothing against all chunks, on halves of MuSiQue and HotpotQA.
 */
const POOL = 50;
const LINKED = 10;
/** Chunks that have a named title. Set by judgement: no sample fixed it. */
const TITLED = 12;

/** One hop, or two as the query wants. Reports the hits of the first one. */
export async function inHops(
  search: Search,
  onHits: (hits: readonly Hit[]) => void,
  hops = search.query.hops,
): Promise<Findings> {
  const first = await firstHop(search);
  onHits(first.ranked);
  const hits = hops === 1 || first.ranked.length === 0 ? first.ranked : await secondHop(search, first);
  return { ...NOTHING, hits };
}

/** Chunks by the similarity and the words of the question, and by the titles that it names. */
export async function firstHop(search: Search): Promise<FirstHop> {
  const { database, scope, question, meaning, lexical: statistics } = search;
  const [{ scale, similar }, lexical, { known, titled }] = await Promise.all([
    meaning().then(async ({ vector, scale }) => {
      return { scale, similar: await mostSimilar(database, scope, vector, CANDIDATES) };
    }),
    chunksWith(database, scope, statistics, CANDIDATES),
    entitiesNamed(database, scope, question.names).then(async (known) => {
      const about = subjects(known).map(({ id }) => id);
      return { known, titled: await chunksTitled(database, scope, about, TITLED) };
    }),
  ]);
  const cosines = new Map(similar.map(({ chunk, cosine }) => [chunk, cosine]));
  const chunks = [...new Set([...cosines.keys(), ...lexical, ...titled.keys()])];
  const candidates = await candidatesOf(search, chunks, cosines);
  return { ranked: rankFirstHop(question.asked, candidates, titled, { scale, lexical: statistics }), known };
}

/** The chunks beside the question. `known` are the cosines of those that have been compared with it. */
export async function candidatesOf(
  { database, scope, question, meaning }: Search,
  chunks: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<Candidate[]> {
  const { vector } = await meaning();
  const others = chunks.filter((chunk) => !known.has(chunk));
  const [terms, compared] = await Promise.all([
    chunkTerms(database, chunks, [...question.asked.all]),
    similarities(database, scope, [vector], others),
  ]);
  return terms.map((term) => ({ ...term, cosine: known.get(term.chunk) ?? compared.get(term.chunk)?.[0] ?? 0 }));
}

/** What the first chunks leave unanswered, asked again through the entities that they name. */
async function secondHop(search: Search, { ranked, known }: FirstHop): Promise<Hit[]> {
  const { database, scope, question, meaning } = search;
  const { vector, scale } = await meaning();
  const made = await probesOf(search, ranked, known);
  const entities = [...new Set(made.flatMap(({ entity }) => (entity ? [entity.id] : [])))];
  const lexemes = [...new Set([question, ...made].flatMap(({ asked }) => [...asked.all]))];
  const [ofProbes, { chunks, terms, roles }, lexical] = await Promise.all([
    search.embed(
      made.map(({ text }) => text),
      'query',
    ),
    readPool(search, ranked, entities, lexemes),
    lexicalStatistics(database, scope, lexemes),
  ]);
  // The model may refuse a probe, which holds a name from a passage: the others go on without it.
  const probes = made.filter((_probe, at) => ofProbes[at]);
  const vectors = ofProbes.filter((vector) => vector !== null);
  const cosines = await similarities(database, scope, [vector, ...vectors], chunks);
  const rolesOf = Map.groupBy(roles, ({ chunk }) => chunk);
  const pool = terms.map((term): ProbedCandidate => {
    const [cosine = 0, ...toProbes] = cosines.get(term.chunk) ?? [];
    const links = rolesOf.get(term.chunk) ?? [];
    return { ...term, cosine, cosines: toProbes, roles: new Map(links.map(({ entity, role }) => [entity, role])) };
  });
  return rankSecondHop(question.asked, ranked, probes, pool, { scale, lexical });
}

/**
 * What the second hop looks at, with the counts of these lexemes and the roles of these entities: read while the probes
 * are embedded.
 */
async function readPool(
  { database, scope }: Search,
  ranked: readonly Hit[],
  entities: readonly string[],
  lexemes: readonly string[],
) {
  const linked = await chunksLinkedTo(database, scope, entities, LINKED);
  const best = ranked.slice(0, POOL).map(({ chunk }) => chunk);
  const chunks = [...new Set([...best, ...linked.map(({ chunk }) => chunk)])];
  const [terms, roles] = await Promise.all([
    chunkTerms(database, chunks, lexemes),
    rolesIn(database, entities, chunks),
  ]);
  return { chunks, terms, roles };
}

async function probesOf(
  { database, scope, question }: Search,
  ranked: readonly Hit[],
  known: readonly Entity[],
): Promise<Probe[]> {
  const first = ranked.slice(0, SEEDS);
  const chunks = first.map(({ chunk }) => chunk);
  const [{ texts }, entities] = await Promise.all([readTexts(database, chunks), entitiesOf(database, scope, chunks)]);
  const read = new Map(texts.map(({ chunk, heading, body }) => [chunk, `${heading}\n${body}`]));
  const seeds = first.map(({ chunk, score }) => ({
    chunk,
    score,
    text: read.get(chunk) ?? '',
    entities: entities.get(chunk) ?? [],
  }));
  return makeProbes(question, known, seeds);
}
