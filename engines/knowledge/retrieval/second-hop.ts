/** The second hop: what the best chunks of the first one leave to ask, and what that finds. */
import { lexemes, lexemesOfWord } from './lexemes.ts';
import type { Role } from '../names/chunk-names.ts';
import { similarity } from '../../text/similarity.ts';
import { words } from '../../text/words.ts';
import { lexicalShares, scoreCandidates } from './first-hop.ts';
import type { Measures } from './first-hop.ts';
import { byScore } from './hits.ts';
import type { Candidate, Hit } from './hits.ts';
import { askedIn } from './question.ts';
import type { Asked, Entity, Question } from './question.ts';
import { WEIGHTS } from './weights.ts';

/** An entity as one chunk has it. */
export interface SeedEntity extends Entity {
  /** As the chunk first writes it. */
  readonly label: string;
  readonly role: Role;
}

/** A chunk from which the second hop starts. */
interface Seed {
  readonly chunk: string;
  readonly score: number;
  /** Title and text. */
  readonly text: string;
  readonly entities: readonly SeedEntity[];
}

/** What is left to ask after reading a seed, through one of the seed's entities. */
export interface Probe {
  readonly seed: Pick<Seed, 'chunk' | 'score'>;
  /** Null when the seed names nothing new. */
  readonly entity: Entity | null;
  /** To be embedded as a question. */
  readonly text: string;
  readonly asked: Asked;
}

/** A chunk beside all probes, with the counts of all their lexemes in it. */
export interface ProbedCandidate extends Candidate {
  /** Cosine of each probe, in their order. */
  readonly cosines: readonly number[];
  /** The roles of the probes' entities in it, by the entity's id. */
  readonly roles: ReadonlyMap<string, Role>;
}

/** How many chunks of the first hop the second one starts from. */
export const SEEDS = 3;
const MOST_ENTITIES = 6;
/**
 * Code units of a question that a probe has: a longer one says little about one entity, and takes the embedding model
 * as long as a passage.
 */
const MOST_OF_QUESTION = 300;
/** A seed below this share of the best one's score starts nothing: what it leads to would count for as little. */
const LEAST_SCORE = 0.6;

/**
 * How many chunks of the first hop's best stay within the first `HEAD` hits, so that a question of one hop keeps its
 * answer.
 */
const KEPT = 2;
const HEAD = 5;

/**
 * At most 18 short texts, 13 on average: for each seed the question without the words that the seed has, with one of up
 * to 6 entities of the seed that the question does not name. `known` are the entities that the question's names found.
 */
export function makeProbes(question: Question, known: readonly Entity[], seeds: readonly Seed[]): Probe[] {
  const named = new Set([...question.written, ...known.map(({ name }) => name)]);
  const least = LEAST_SCORE * (seeds[0]?.score ?? 0);
  const first = seeds.slice(0, SEEDS).filter(({ score }, index) => index === 0 || score >= least);
  return first.flatMap((seed): Probe[] => {
    const rest = uncovered(question, seed.text).slice(0, MOST_OF_QUESTION).toWellFormed();
    const through = bridges(question, named, seed);
    const texts = through.map((entity) => ({ entity, text: `${rest} ${entity.label}`.trim() }));
    const asked =
      texts.length > 0
        ? texts
        : [{ entity: null, text: rest || question.text.slice(0, MOST_OF_QUESTION).toWellFormed() }];
    return asked.map(({ entity, text }) => ({
      seed: { chunk: seed.chunk, score: seed.score },
      entity,
      text,
      asked: askedIn(text, question.language, question.languages),
    }));
  });
}

/** The question's words that a text does not have, its stop words included: they carry what is asked. */
function uncovered({ text, language }: Question, read: string): string {
  const covered = lexemes(read, language).positions;
  return Array.from(words(text), ({ text: word }) => word)
    .filter((word) => lexemesOfWord(word, language).some((lexeme) => lexeme === null || !covered.has(lexeme)))
    .join(' ');
}

/** The entities that can lead on, best first: titles of other chunks, then what other chunks name, then the rarest. */
function bridges({ asked, language }: Question, named: ReadonlySet<string>, { entities }: Seed): SeedEntity[] {
  const isAsked = (name: string): boolean =>
    Array.from(words(name), ({ text }) => lexemesOfWord(text, language))
      .flat()
      .every((lexeme) => lexeme === null || asked.own.has(lexeme));
  return entities
    .filter(({ role, name }) => role === 0 && !named.has(name) && !/^[\p{N} ]+$/u.test(name) && !isAsked(name))
    .sort(
      (a, b) =>
        Number(b.titles > 0) - Number(a.titles > 0) ||
        Number(b.chunks > 1) - Number(a.chunks > 1) ||
        a.chunks - b.chunks ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, MOST_ENTITIES);
}

/**
 * Best first. `ranked` is the first hop's ranking, `pool` its best chunks and those that the probes' entities link to,
 * each beside all probes. A chunk gets the best of what the probes find in it, weighted by the score of the seed that
 * they start from. The first of the first hop stays first, its second stays among the first five. `probes` are in the
 * order of their seeds, the best seed first.
 */
export function rankSecondHop(
  asked: Asked,
  ranked: readonly Hit[],
  probes: readonly Probe[],
  pool: readonly ProbedCandidate[],
  measures: Measures,
): Hit[] {
  const base = new Map(ranked.map((hit) => [hit.chunk, hit]));
  // What only a link brought in has a first-hop score of its own, none made up.
  for (const hit of scoreCandidates(asked, pool, measures)) if (!base.has(hit.chunk)) base.set(hit.chunk, hit);
  const best = bestProbes(probes, pool, measures);
  const hits = Array.from(base.values(), ({ chunk, score, parts }): Hit => {
    const found = best.get(chunk);
    const secondHop = WEIGHTS.hop * (found?.score ?? 0);
    const path = found && { from: found.probe.seed.chunk, entity: found.probe.entity, probe: found.probe.text };
    return { chunk, base: score, score: score + secondHop, parts: { ...parts, secondHop }, path: path ?? null };
  });
  return keepBest(
    hits.sort(byScore),
    ranked.slice(0, KEPT).map(({ chunk }) => chunk),
  );
}

/** Moves the first of `kept` to the front, and the others into the first five, in place of the last ones there. */
function keepBest(hits: readonly Hit[], kept: readonly string[]): Hit[] {
  const isKept = ({ chunk }: Hit): boolean => kept.includes(chunk);
  const free = HEAD - hits.filter(isKept).length;
  const others = hits.filter((hit) => !isKept(hit));
  const head = new Set([...hits.filter(isKept), ...others.slice(0, free)]);
  const place = (hit: Hit): number => (hit.chunk === kept[0] ? 0 : head.has(hit) ? 1 : 2);
  // A sort keeps the order of equals.
  return hits.toSorted((a, b) => place(a) - place(b));
}

interface Found {
  readonly score: number;
  readonly probe: Probe;
}

function bestProbes(
  probes: readonly Probe[],
  pool: readonly ProbedCandidate[],
  measures: Measures,
): Map<string, Found> {
  const best = new Map<string, Found>();
  const seeds = [...new Set(probes.map(({ seed }) => seed.chunk))];
  for (const [index, probe] of probes.entries()) {
    // A probe leads on: to other seeds only if they are worse than its own, so that no path is a circle.
    const behind = new Set(seeds.slice(0, seeds.indexOf(probe.seed.chunk) + 1));
    const shares = lexicalShares(probe.asked, pool, measures.lexical);
    const trust = trustIn(probe.entity, measures.lexical.texts);
    for (const [at, reached] of pool.entries()) {
      if (behind.has(reached.chunk)) continue;
      const fit =
        similarity(reached.cosines[index] ?? 0, measures.scale) +
        WEIGHTS.probeLexical * (shares[at] ?? 0) +
        link(probe.entity, reached, measures.lexical.texts);
      const score = Math.max(probe.seed.score, 0) * trust * fit;
      if (score > (best.get(reached.chunk)?.score ?? 0)) best.set(reached.chunk, { score, probe });
    }
  }
  return best;
}

/** What a probe counts: through a name that many chunks have, such as a country, it finds much that leads nowhere. */
function trustIn(entity: Entity | null, chunks: number): number {
  return entity === null ? 1 : rarity(entity, chunks) ** WEIGHTS.rarity;
}

/** What it adds that a chunk has the probe's entity: the more, the rarer the entity is in bodies. */
function link(entity: Entity | null, { roles }: ProbedCandidate, chunks: number): number {
  const role = entity === null ? undefined : roles.get(entity.id);
  if (entity === null || role === undefined) return 0;
  return role > 0 ? WEIGHTS.inTitle : WEIGHTS.inBody * rarity(entity, chunks);
}

/** 0 for what every chunk names, 1 for what one of many does. */
function rarity({ chunks }: Entity, all: number): number {
  return Math.min(1, Math.log((all + 1) / Math.max(chunks, 1)) / Math.log(Math.max(all, 2)));
}
