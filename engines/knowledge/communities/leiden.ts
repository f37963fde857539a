/**
 * Communities of a graph by the Leiden algorithm: Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing
 * well-connected communities" (2019). Every community is connected. The seed decides the order of nodes, and with it
 * the result.
 */
import type { Random } from '../../statistics/random.ts';
import { aggregate, at, strengths } from './graph.ts';
import type { Graph } from './graph.ts';
import { linksOf, moveNodes } from './local-moving.ts';
import type { Moving } from './local-moving.ts';

/**
 * Passes over the graph, each from the communities of the one before, until nothing changes. Further ones gain next to
 * nothing.
 */
const MOST_PASSES = 10;

/** The community of each node, from 0 in the order in which nodes meet them. */
export function leiden(graph: Graph, resolution: number, random: Random): Uint32Array {
  const moving: Moving = { resolution, total: strengths(graph).reduce((sum, strength) => sum + strength, 0) };
  let communities = Uint32Array.from({ length: graph.size }, (_, node) => node);
  if (moving.total === 0) return communities;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const better = improve(graph, communities, moving, random);
    if (better.every((label, node) => label === communities[node])) break;
    communities = better;
  }
  return communities;
}

/** One pass: moves nodes, then the parts of communities, then their parts, and so on. */
function improve(graph: Graph, start: Uint32Array, moving: Moving, random: Random): Uint32Array<ArrayBuffer> {
  let current = graph;
  /** For each node of the graph, its node in the present aggregate. */
  let places = Uint32Array.from({ length: graph.size }, (_, node) => node);
  let communities = start.slice();
  for (;;) {
    moveNodes(current, communities, shuffled(current.size, random), moving);
    const { labels, count } = numbered(refine(current, communities, shuffled(current.size, random), moving));
    if (count === current.size) return numbered(places.map((place) => at(communities, place))).labels;
    const above = new Uint32Array(count);
    for (let node = 0; node < current.size; node++) above[at(labels, node)] = at(communities, node);
    places = places.map((place) => at(labels, place));
    current = aggregate(current, labels, count);
    // The aggregate begins with the communities that its nodes are parts of.
    communities = numbered(above).labels;
  }
}

/** Parts of each community that are well connected to it, each grown from single nodes. */
function refine(
  graph: Graph,
  communities: Uint32Array,
  order: readonly number[],
  { resolution, total }: Moving,
): Uint32Array {
  const own = strengths(graph);
  const sums = new Float64Array(graph.size);
  for (let node = 0; node < graph.size; node++) {
    sums[at(communities, node)] = at(sums, at(communities, node)) + at(own, node);
  }
  const parts = Uint32Array.from({ length: graph.size }, (_, node) => node);
  const strengthOf = own.slice();
  /** The weight from each part to the rest of its community. */
  const outward = new Float64Array(graph.size);
  for (let node = 0; node < graph.size; node++) outward[node] = weightWithin(graph, communities, node);
  const isGrown = new Uint8Array(graph.size);
  const links = new Map<number, number>();
  const isWell = (part: number, whole: number): boolean =>
    at(outward, part) >= (resolution * at(strengthOf, part) * (whole - at(strengthOf, part))) / total;
  for (const node of order) {
    const whole = at(sums, at(communities, node));
    if (isGrown[node] === 1 || !isWell(node, whole)) continue;
    linksOf(graph, parts, node, links);
    let [best, bestGain] = [node, 0];
    for (const [part, weight] of links) {
      if (at(communities, part) !== at(communities, node) || !isWell(part, whole)) continue;
      const gain = weight - (resolution * at(own, node) * at(strengthOf, part)) / total;
      if (gain > bestGain) [best, bestGain] = [part, gain];
    }
    if (best === node) continue;
    parts[node] = best;
    isGrown[best] = 1;
    outward[best] = at(outward, best) + at(outward, node) - 2 * (links.get(best) ?? 0);
    strengthOf[best] = at(strengthOf, best) + at(own, node);
  }
  return parts;
}

function weightWithin({ offsets, targets, weights }: Graph, communities: Uint32Array, node: number): number {
  let sum = 0;
  for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
    if (at(communities, at(targets, edge)) === at(communities, node)) sum += at(weights, edge);
  }
  return sum;
}

/** The same partition with labels from 0 without gaps. */
function numbered(labels: Uint32Array): { readonly labels: Uint32Array<ArrayBuffer>; readonly count: number } {
  const known = new Map<number, number>();
  const numbers = Uint32Array.from(labels, (label) => {
    const number = known.get(label) ?? known.size;
    known.set(label, number);
    return number;
  });
  return { labels: numbers, count: known.size };
}

/** Fisher and Yates. */
function shuffled(size: number, random: Random): number[] {
  const order = Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
