/**
 * Communities in levels: those that are too large are divided again, as GraphRAG does (Edge et al., "From Local to
 * Global", 2024). A former hierarchy is the start of the next one: only what has changed, and what lies next to it,
 * moves; the rest keeps its communities (cf. Sahu, "Dynamic Frontier Leiden", 2024). Where too much has changed, all is
 * divided anew, and what comes out the same is still that of before.
 */
import { seededRandom } from '../../statistics/random.ts';
import { componentsWithin } from './components.ts';
import { at, strengths, subgraph } from './graph.ts';
import type { Graph } from './graph.ts';
import { leiden } from './leiden.ts';
import { moveNodes } from './local-moving.ts';

/** A community of an earlier run, with those of its members that are still nodes of the graph. */
export interface FormerCommunity {
  readonly id: string;
  readonly members: readonly number[];
  readonly parts: readonly FormerCommunity[];
}

export interface Community {
  /** The community of the earlier run that it continues; `null` for a new one. */
  readonly former: string | null;
  /** Whether it has the same members as then, with the same edges between them. */
  readonly isUnchanged: boolean;
  /** Ascending. */
  readonly members: readonly number[];
  /** Communities of the next level; none when it is small or cannot be divided. */
  readonly parts: readonly Community[];
}

export interface HierarchyRules {
  readonly resolution: number;
  /** Larger communities are divided. */
  readonly maxSize: number;
  /** Levels below which nothing is divided. */
  readonly maxLevels: number;
  readonly seed: number;
}

/** Communities of all levels: those of the first, and their parts. */
export function withParts<C extends { readonly parts: readonly C[] }>(communities: readonly C[]): C[] {
  return communities.flatMap((community) => [community, ...withParts(community.parts)]);
}

/** What an earlier run found, and what has changed since. */
export interface Former {
  readonly communities: readonly FormerCommunity[];
  /** Nodes that are new, have lost a neighbor, or have an edge whose weight is another. */
  readonly changed: ReadonlySet<number>;
  /** Whether the nodes are divided without regard to it, only to be recognized. */
  readonly isAnew: boolean;
}

const NOTHING: Former = { communities: [], changed: new Set(), isAnew: true };

/**
 * The communities of the first level, in the order of their first members. Every node is in one of them; many may be
 * alone.
 */
export function hierarchy(graph: Graph, rules: HierarchyRules, former: Former = NOTHING): Community[] {
  const nodes = Array.from({ length: graph.size }, (_, node) => node);
  return divide(graph, nodes, rules, former, 0);
}

function divide(
  graph: Graph,
  nodes: readonly number[],
  rules: HierarchyRules,
  former: Former,
  level: number,
): Community[] {
  const part = subgraph(graph, nodes);
  const { communities: before } = former;
  const labels =
    former.isAnew || (level > 0 && before.length === 0)
      ? recognized(leiden(part, rules.resolution, seededRandom(rules.seed)), nodes, before)
      : continued(part, nodes, rules.resolution, former, level);
  const groups = Map.groupBy(nodes.keys(), (place) => at(labels, place));
  return Array.from(groups, ([label, places]) => {
    const members = places.map((place) => nodes[place] ?? 0);
    const successor = before[label];
    const continues = successor !== undefined && sharesHalf(members, successor.members);
    return communityOf(graph, members, continues ? successor : null, rules, former, level);
  });
}

function communityOf(
  graph: Graph,
  members: readonly number[],
  before: FormerCommunity | null,
  rules: HierarchyRules,
  { changed, isAnew }: Former,
  level: number,
): Community {
  if (before !== null && isSame(members, before.members) && !members.some((node) => changed.has(node))) {
    return unchanged(before);
  }
  const isLarge = members.length > rules.maxSize && level + 1 < rules.maxLevels;
  const former = { communities: before?.parts ?? [], changed, isAnew };
  const parts = isLarge ? divide(graph, members, rules, former, level + 1) : [];
  return { former: before?.id ?? null, isUnchanged: false, members, parts: parts.length > 1 ? parts : [] };
}

const unchanged = ({ id, members, parts }: FormerCommunity): Community => ({
  former: id,
  isUnchanged: true,
  members,
  parts: parts.map(unchanged),
});

/** A label that became free may be that of other nodes. */
function sharesHalf(some: readonly number[], others: readonly number[]): boolean {
  const known = new Set(others);
  return 2 * some.filter((node) => known.has(node)).length >= Math.min(some.length, others.length);
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((node, index) => node === others[index]);

/**
 * The same partition with labels as those of {@link continued}. A community is the former one with which it shares more
 * than half of the nodes of both: there is no second one.
 */
function recognized(
  labels: Uint32Array,
  nodes: readonly number[],
  communities: readonly FormerCommunity[],
): Uint32Array {
  const placeOf = new Map(nodes.map((node, place) => [node, place]));
  const sizes = new Uint32Array(nodes.length);
  for (const label of labels) sizes[label] = at(sizes, label) + 1;
  const names = new Map<number, number>();
  for (const [name, { members }] of communities.entries()) {
    const places = members.flatMap((node) => placeOf.get(node) ?? []);
    for (const [label, shared] of Map.groupBy(places, (place) => at(labels, place))) {
      const all = at(sizes, label) + members.length - shared.length;
      if (2 * shared.length > all) names.set(label, name);
    }
  }
  return labels.map((label) => names.get(label) ?? communities.length + label);
}

/**
 * Labels below the number of former communities continue these. On the first level, a node that has not changed and was
 * in no community stays alone until one next to it moves; on others it has come from elsewhere.
 */
function continued(
  part: Graph,
  nodes: readonly number[],
  resolution: number,
  { communities, changed }: Former,
  level: number,
): Uint32Array {
  const placeOf = new Map(nodes.map((node, place) => [node, place]));
  const labels = new Uint32Array(part.size);
  const isLabeled = new Uint8Array(part.size);
  for (const [label, { members }] of communities.entries()) {
    for (const node of members) {
      const place = placeOf.get(node);
      if (place === undefined) continue;
      labels[place] = label;
      isLabeled[place] = 1;
    }
  }
  let next = communities.length;
  const queue: number[] = [];
  for (const [place, node] of nodes.entries()) {
    if (isLabeled[place] === 0) labels[place] = next++;
    if (changed.has(node) || (level > 0 && isLabeled[place] === 0)) queue.push(place);
  }
  const total = strengths(part).reduce((sum, strength) => sum + strength, 0);
  if (total === 0 || queue.length === 0) return labels;
  moveNodes(part, labels, queue, { resolution, total });
  return componentsWithin(part, labels);
}
