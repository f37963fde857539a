/** The communities of the entities of some documents, with what tells whether they are those of an earlier run. */
import { createHash } from 'node:crypto';
import { at, graphOf } from './graph.ts';
import type { Edge, Graph } from './graph.ts';
import { hierarchy } from './hierarchy.ts';
import type { Community, FormerCommunity, HierarchyRules } from './hierarchy.ts';

/** What an earlier run found. */
export interface Known {
  readonly communities: readonly FormerCommunity[];
  /**
   * For each node that is still there, the {@link Placed.edges} of then: of nodes in these communities and of those
   * that were in none.
   */
  readonly edges: ReadonlyMap<number, string>;
}

export interface Placed {
  readonly node: number;
  /** Digest of its neighbors and of the edges to them. */
  readonly edges: string;
}

export interface DividedCommunity {
  /** The community of the earlier run that it continues; `null` for a new one. */
  readonly former: string | null;
  readonly isUnchanged: boolean;
  /** The most central first: by the weight of their edges within the community. */
  readonly members: readonly Placed[];
  /** Of the edges between its members. */
  readonly weight: number;
  /** Digest of the members and the edges between them. */
  readonly digest: string;
  readonly parts: readonly DividedCommunity[];
}

export interface Division {
  readonly communities: readonly DividedCommunity[];
  /** The nodes that are in none of them. */
  readonly outside: readonly Placed[];
}

/**
 * Communities that people read: large enough to be about something, small enough for a summary. The size is set by
 * judgement: no sample fixed it.
 */
export const RULES: HierarchyRules = { resolution: 1, maxSize: 40, maxLevels: 4, seed: 1 };
/** Smaller groups are not communities. */
const LEAST_MEMBERS = 3;
/** Of the digest of a node: 96 bits. */
const DIGEST_LENGTH = 16;
/**
 * When more of the nodes have changed than this part, dividing anew costs little more and divides better. Set by
 * judgement: no sample fixed it.
 */
const MOSTLY_CHANGED = 0.25;

/**
 * Divides the graph whose nodes have these keys, which are the same in every run. The same graph gives the same
 * communities; a graph that is known in part, those of before where nothing changed.
 */
export function divideGraph(keys: readonly string[], edges: readonly Edge[], known: Known): Division {
  const graph = graphOf(keys.length, edges);
  const digests = keys.map((_, node) => edgesDigest(graph, keys, node));
  const changed = new Set<number>();
  for (const [node, digest] of digests.entries()) if (known.edges.get(node) !== digest) changed.add(node);
  const isAnew = changed.size > MOSTLY_CHANGED * keys.length;
  const groups = hierarchy(graph, RULES, { communities: known.communities, changed, isAnew });
  const [large, small] = [groups.filter(isCommunity), groups.filter((group) => !isCommunity(group))];
  return {
    communities: large.map(describer(graph, keys, digests)),
    outside: small.flatMap(({ members }) => members.map((node) => ({ node, edges: digests[node] ?? '' }))),
  };
}

const isCommunity = ({ members }: Community): boolean => members.length >= LEAST_MEMBERS;

function describer(
  graph: Graph,
  keys: readonly string[],
  digests: readonly string[],
): (community: Community) => DividedCommunity {
  const describe = ({ former, isUnchanged, members, parts }: Community): DividedCommunity => {
    const own = new Set(members);
    const within = new Map(members.map((node) => [node, weightTo(graph, node, own)]));
    const central = members.toSorted((a, b) => (within.get(b) ?? 0) - (within.get(a) ?? 0) || a - b);
    const hash = createHash('sha256');
    for (const node of members) hash.update(`${keys[node]} ${edgesDigest(graph, keys, node, own)}\n`);
    return {
      former,
      isUnchanged,
      members: central.map((node) => ({ node, edges: digests[node] ?? '' })),
      weight: [...within.values()].reduce((sum, weight) => sum + weight, 0) / 2,
      digest: hash.digest('base64url'),
      parts: parts.filter(isCommunity).map(describe),
    };
  };
  return describe;
}

function weightTo({ offsets, targets, weights }: Graph, node: number, own: ReadonlySet<number>): number {
  let sum = 0;
  for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
    if (own.has(at(targets, edge))) sum += at(weights, edge);
  }
  return sum;
}

/**
 * Of the edges of a node to these; by default to all. Neighbors come in the order of nodes, which is that of names in
 * every run.
 */
function edgesDigest(
  { offsets, targets, weights }: Graph,
  keys: readonly string[],
  node: number,
  to?: ReadonlySet<number>,
): string {
  const hash = createHash('sha256');
  for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
    const other = at(targets, edge);
    if (to?.has(other) !== false) hash.update(`${keys[other]} ${at(weights, edge).toFixed(3)}\n`);
  }
  return hash.digest('base64url').slice(0, DIGEST_LENGTH);
}
