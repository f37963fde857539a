/** Retrieval in two hops: the store's reads between the stages of engines/knowledge/retrieval. */
import { rankBase } from '../../../../engines/knowledge/retrieval/base.ts';
import type { Measures } from '../../../../engines/knowledge/retrieval/base.ts';
import { rankHits } from '../../../../engines/knowledge/retrieval/hits.ts';
import { SEEDS, makeProbes } from '../../../../engines/knowledge/retrieval/probes.ts';
import { subjects } from '../../../../engines/knowledge/retrieval/question.ts';
import type {
  Candidate,
  Entity,
  Hit,
  Probe,
  Ranked,
  Reached,
  Scored,
} from '../../../../engines/knowledge/retrieval/types.ts';
import { mostSimilar, similarities } from '../reads/dense.ts';
import { chunkTerms, chunksWith, lexicalStatistics } from '../reads/lexical.ts';
import { chunksLinkedTo, chunksTitled, entitiesNamed, entitiesOf, rolesIn } from '../reads/links.ts';
import { readPassages } from '../reads/passages.ts';
import type { Search } from '../search.ts';
import { CANDIDATES } from './candidates.ts';

export interface FirstHop {
  /** Best first. */
  readonly ranked: readonly Scored[];
  /** Entities that the question names. */
  readonly known: readonly Entity[];
}

/** What the second hop looks at: the best chunks of the first one, and chunks that each entity links to. 30 and 5 lost nothing against all chunks, on halves of MuSiQue and HotpotQA. */
const POOL = 50;
const LINKED = 10;
/** Chunks that have a named title. Set by judgement: no sample fixed it. */
const TITLED = 12;

/** Chunks by the similarity and the words of the question, and by the titles that it names. */
export async function firstHop(search: Search): Promise<FirstHop> {
  const { database, scope, question, meaning, lexical: statistics } = search;
  const asked = [...question.asked.all];
  const [{ vector, scale, similar }, lexical, { known, titled }] = await Promise.all([
    meaning().then(async ({ vector, scale }) => {
      return { vector, scale, similar: await mostSimilar(database, scope, vector, CANDIDATES) };
    }),
    chunksWith(database, scope, statistics, CANDIDATES),
    entitiesNamed(database, scope, question.names).then(async (known) => {
      const about = subjects(known).map(({ id }) => id);
      return { known, titled: await chunksTitled(database, scope, about, TITLED) };
    }),
  ]);
  const cosines = new Map(similar.map(({ chunk, cosine }) => [chunk, cosine]));
  const chunks = [...new Set([...cosines.keys(), ...lexical, ...titled.keys()])];
  const others = chunks.filter((chunk) => !cosines.has(chunk));
  const [terms, compared] = await Promise.all([
    chunkTerms(database, chunks, asked),
    similarities(database, scope, [vector], others),
  ]);
  const candidates = terms.map((term): Candidate => {
    const cosine = cosines.get(term.chunk) ?? compared.get(term.chunk)?.[0] ?? 0;
    return { ...term, cosine };
  });
  const measures = { scale, lexical: statistics };
  return { ranked: rankBase(question.asked, candidates, titled, measures), known };
}

/** What the first chunks leave unanswered, asked again through the entities that they name. */
export async function secondHop(search: Search, { ranked, known }: FirstHop): Promise<Hit[]> {
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
  const pool = terms.map((term): Reached => {
    const [cosine = 0, ...toProbes] = cosines.get(term.chunk) ?? [];
    const links = rolesOf.get(term.chunk) ?? [];
    return { ...term, cosine, cosines: toProbes, roles: new Map(links.map(({ entity, role }) => [entity, role])) };
  });
  const measures: Measures = { scale, lexical };
  return rankHits(question.asked, ranked, probes, pool, measures);
}

/** What the second hop looks at, with the counts of these lexemes and the roles of these entities: read while the probes are embedded. */
async function readPool(
  { database, scope }: Search,
  ranked: readonly Ranked[],
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
  ranked: readonly Ranked[],
  known: readonly Entity[],
): Promise<Probe[]> {
  const first = ranked.slice(0, SEEDS);
  const chunks = first.map(({ chunk }) => chunk);
  const [{ passages }, entities] = await Promise.all([
    readPassages(database, chunks),
    entitiesOf(database, scope, chunks),
  ]);
  const texts = new Map(passages.map(({ chunk, heading, body }) => [chunk, `${heading}\n${body}`]));
  const seeds = first.map(({ chunk, score }) => ({
    chunk,
    score,
    text: texts.get(chunk) ?? '',
    entities: entities.get(chunk) ?? [],
  }));
  return makeProbes(question, known, seeds);
}
