/**
 * Moves nodes to the communities of their neighbours as long as modularity gains: the fast local moving of Traag,
 * Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities" (2019), which visits only
 * nodes whose neighbourhood has changed.
 */
import { at, strengths } from './graph.ts';
import type { Graph } from './graph.ts';

export interface Moving {
  /** Higher values make smaller communities; 1 is modularity as Newman defines it. */
  readonly resolution: number;
  /** Twice the weight of the whole graph that this one is a part of. */
  readonly total: number;
}

/** Gains below this are rounding. */
const LEAST_GAIN = 1e-12;

/**
 * Changes `communities`. `queue` has the nodes to visit first, in this order; only these and
 * those whose neighbours move are visited. Time grows with the edges of the visited nodes.
 */
export function moveNodes(
  graph: Graph,
  communities: Uint32Array,
  queue: readonly number[],
  { resolution, total }: Moving,
): void {
  const own = strengths(graph);
  const labels = communities.reduce((most, label) => Math.max(most, label), graph.size) + 1;
  const sums = new Float64Array(labels);
  const members = new Uint32Array(labels);
  for (let node = 0; node < graph.size; node++) {
    const community = at(communities, node);
    sums[community] = at(sums, community) + at(own, node);
    members[community] = at(members, community) + 1;
  }
  const free = freeLabels(members);
  const waiting = new Uint8Array(graph.size);
  const open = [...queue];
  for (const node of open) waiting[node] = 1;
  const links = new Map<number, number>();
  for (let next = 0; next < open.length; next++) {
    const node = open[next] ?? 0;
    waiting[node] = 0;
    const [before, strength] = [at(communities, node), at(own, node)];
    linksOf(graph, communities, node, links);
    sums[before] = at(sums, before) - strength;
    const gainOf = (community: number): number =>
      (links.get(community) ?? 0) - (resolution * strength * at(sums, community)) / total;
    let [best, bestGain] = [before, gainOf(before)];
    for (const community of links.keys()) {
      const gain = gainOf(community);
      if (gain > bestGain + LEAST_GAIN) [best, bestGain] = [community, gain];
    }
    // To be alone is the better choice where every community costs more than it gains.
    const empty = bestGain < -LEAST_GAIN && at(members, before) > 1 ? free.pop() : undefined;
    if (empty !== undefined) best = empty;
    sums[best] = at(sums, best) + strength;
    if (best === before) continue;
    communities[node] = best;
    members[best] = at(members, best) + 1;
    members[before] = at(members, before) - 1;
    if (at(members, before) === 0) free.push(before);
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const other = at(graph.targets, edge);
      if (at(communities, other) === best || waiting[other] === 1) continue;
      waiting[other] = 1;
      open.push(other);
    }
  }
}

/** Labels without members, the smallest last. */
function freeLabels(members: Uint32Array): number[] {
  const free: number[] = [];
  for (let label = members.length - 1; label >= 0; label--) if (members[label] === 0) free.push(label);
  return free;
}

/** For each community next to a node, the weight of the edges to it. */
export function linksOf(graph: Graph, communities: Uint32Array, node: number, links: Map<number, number>): void {
  links.clear();
  for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
    const community = at(communities, at(graph.targets, edge));
    links.set(community, (links.get(community) ?? 0) + at(graph.weights, edge));
  }
}
