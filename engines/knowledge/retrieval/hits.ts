/** Stage 4: the second hop. */
import { byScore, lexicalShares, scoreTexts, type Measures } from './base.ts';
import { similarity } from '../../text/similarity.ts';
import type { Asked, Entity, Hit, Probe, Reached, Scored } from './types.ts';
import { WEIGHTS } from './weights.ts';

/** How many chunks of the first hop's best stay within the first `HEAD` hits, so that a question of one hop keeps its answer. */
const KEPT = 2;
const HEAD = 5;

/**
 * Best first. `ranked` is the first hop's ranking, `pool` its best chunks and those that the probes' entities link to, each
 * beside all probes. A chunk gets the best of what the probes find in it, weighted by the score of the seed that they start
 * from. The first of the first hop stays first, its second stays among the first five. `probes` are in the order of their seeds,
 * the best seed first.
 */
export function rankHits(
  asked: Asked,
  ranked: readonly Scored[],
  probes: readonly Probe[],
  pool: readonly Reached[],
  measures: Measures,
): Hit[] {
  const base = new Map(ranked.map((scored) => [scored.chunk, scored]));
  // What only a link brought in has a first-hop score of its own, none made up.
  for (const scored of scoreTexts(asked, pool, measures)) if (!base.has(scored.chunk)) base.set(scored.chunk, scored);
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

function bestProbes(probes: readonly Probe[], pool: readonly Reached[], measures: Measures): Map<string, Found> {
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
function link(entity: Entity | null, { roles }: Reached, chunks: number): number {
  const role = entity === null ? undefined : roles.get(entity.id);
  if (entity === null || role === undefined) return 0;
  return role > 0 ? WEIGHTS.inTitle : WEIGHTS.inBody * rarity(entity, chunks);
}

/** 0 for what every chunk names, 1 for what one of many does. */
function rarity({ chunks }: Entity, all: number): number {
  return Math.min(1, Math.log((all + 1) / Math.max(chunks, 1)) / Math.log(Math.max(all, 2)));
}
