/** The graph as it is drawn: nodes with a community, a size and a first place. */
import { MultiDirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import { seededRandom } from '../../../../statistics/random.ts';
import type { PageLink, PageNode } from '../data.ts';

export interface NodeLook {
  label: string;
  type: string;
  chunks: number;
  community: number;
  x: number;
  y: number;
  size: number;
}

export type Model = MultiDirectedGraph<NodeLook, { predicate: string; places: number }>;

export interface Community {
  /** As the service knows it; `null`: the page has found it. */
  readonly title: string | null;
  readonly members: readonly string[];
}

/** Pixels of the radius of a node that one chunk mentions, and how much larger the most mentioned one is. */
const RADIUS = 2.2;
const LARGER = 7;

export function modelOf(
  nodes: readonly PageNode[],
  links: readonly PageLink[],
  titles: readonly string[],
): { readonly model: Model; readonly communities: readonly Community[] } {
  const model: Model = new MultiDirectedGraph();
  const most = Math.max(1, ...nodes.slice(0, 1).map(({ chunks }) => chunks));
  for (const { id, label, chunks } of nodes) {
    const size = RADIUS + LARGER * Math.sqrt((chunks - 1) / most);
    model.addNode(id, { label, type: 'entity', chunks, community: -1, x: 0, y: 0, size });
  }
  for (const { id, source, target, predicate, places } of links)
    model.addDirectedEdgeWithKey(id, source, target, { predicate, places });
  const { communities, others } = communitiesOf(model, nodes, titles);
  communities.forEach(({ members }, at) => {
    for (const member of members) model.setNodeAttribute(member, 'community', at);
  });
  place(model, [...communities, ...(others.length === 0 ? [] : [{ title: null, members: others }])]);
  return { model, communities };
}

/**
 * The largest first, and the nodes of none. Those that the service knows; otherwise what Louvain finds, always the same
 * by its seed.
 */
function communitiesOf(
  model: Model,
  nodes: readonly PageNode[],
  titles: readonly string[],
): { readonly communities: Community[]; readonly others: readonly string[] } {
  const known = nodes.some(({ community }) => community !== null);
  const found = known || model.size === 0 ? {} : louvain(model, { rng: seededRandom(1), getEdgeWeight: null });
  const byCommunity = Map.groupBy(nodes, ({ id, community }) => (known ? (community ?? -1) : (found[id] ?? -1)));
  const others = known ? (byCommunity.get(-1) ?? []) : [];
  const communities = [...byCommunity]
    .filter(([, members]) => members !== others)
    .map(([id, members]) => ({ title: titles[id] ?? null, members: members.map((node) => node.id) }))
    .toSorted((one, other) => other.members.length - one.members.length);
  return { communities, others: others.map(({ id }) => id) };
}

/** Radians by which each point of a sunflower's head follows the one before: no two are in line. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Of the area of a community to that of its nodes: what remains is the space between communities. */
const SPACE = 1.55;

/**
 * A place for everything before any force has moved it: communities on a spiral from the largest outwards, each a
 * sunflower of its nodes with the most mentioned one in the middle.
 */
function place(model: Model, communities: readonly Community[]): void {
  let placed = 0;
  communities.forEach(({ members }, at) => {
    placed += members.length;
    const distance = SPACE * Math.sqrt(placed - members.length / 2) * (communities.length > 1 ? 1 : 0);
    const [x, y] = [distance * Math.cos(at * GOLDEN_ANGLE), distance * Math.sin(at * GOLDEN_ANGLE)];
    members.forEach((member, index) => {
      const [radius, angle] = [Math.sqrt(index + 0.3), index * GOLDEN_ANGLE];
      model.mergeNodeAttributes(member, { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
    });
  });
}
