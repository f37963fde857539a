import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideGraph } from '../../../../engines/knowledge/communities/divide.ts';
import type { DividedCommunity, Division, Known } from '../../../../engines/knowledge/communities/divide.ts';
import type { Edge } from '../../../../engines/knowledge/communities/graph.ts';
import type { FormerCommunity } from '../../../../engines/knowledge/communities/hierarchy.ts';
import { rings } from '../../../support/knowledge/rings.ts';

const NOTHING: Known = { communities: [], edges: new Map() };
const keysOf = (nodes: number): string[] => Array.from({ length: nodes }, (_, node) => `name ${node}`);

const flat = ({ communities }: Pick<Division, 'communities'>): DividedCommunity[] =>
  communities.flatMap((community) => [community, ...flat({ communities: community.parts })]);
const membersOf = ({ members }: DividedCommunity): number[] =>
  members.map(({ node }) => node).toSorted((a, b) => a - b);

/** What a run remembers of what the one before it found. */
function asKnown(division: Division): Known {
  let number = 0;
  const former = (community: DividedCommunity): FormerCommunity => ({
    id: String(number++),
    members: membersOf(community),
    parts: community.parts.map(former),
  });
  const placed = [...flat(division).flatMap(({ members }) => members), ...division.outside];
  return {
    communities: division.communities.map(former),
    edges: new Map(placed.map(({ node, edges }) => [node, edges])),
  };
}

const TRIANGLE: readonly Edge[] = [
  [0, 1, 1],
  [0, 2, 1],
  [1, 2, 1],
];
/** 200 groups of five. */
const EDGES = rings(200, 5);
/** The same without what is between them. */
const GROUPS = EDGES.filter(([a, b]) => Math.floor(a / 5) === Math.floor(b / 5));
const first = divideGraph(keysOf(1000), EDGES, NOTHING);

/** Groups of six in a ring, with a pair that belongs together in place of every third. */
function pairsAmongGroups(groups: number): [string[], Edge[]] {
  const sizes = Array.from({ length: groups }, (_, group): number => (group % 3 === 0 ? 2 : 6));
  const edges: Edge[] = [];
  let first = 0;
  const nodes = sizes.reduce((sum, size) => sum + size);
  for (const size of sizes) {
    const weight = size === 2 ? 8 : 1;
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) edges.push([first + a, first + b, weight]);
    edges.push([first, ((first + size) % nodes) + 1, 1]);
    first += size;
  }
  return [keysOf(nodes), edges];
}

describe('communities of a graph that is known in part', () => {
  it('are redone in proportion to what has changed: for one name more among 1,000, at most six', () => {
    const added: Edge[] = [0, 1, 2].map((node) => [1000, node, 1]);
    const then = flat(divideGraph(keysOf(1001), [...EDGES, ...added], asKnown(first)));
    const redone = then.filter(({ isUnchanged }) => !isUnchanged);
    assert.ok(redone.length > 0 && redone.length <= 6, `${redone.length} of ${then.length} are redone`);
    assert.ok(redone.some(({ former, members }) => former !== null && members.some(({ node }) => node === 1000)));
  });

  it('are divided anew when more than a quarter of the nodes has changed', () => {
    const apart: Edge[] = [...GROUPS, [0, 5, 0.01]];
    const known = asKnown(divideGraph(keysOf(1000), apart, NOTHING));
    const others = known.communities.filter(({ members }) => !members.some((node) => node < 10));
    // Two groups as one: whoever goes on from there leaves them together.
    const joined = { id: 'joined', members: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], parts: [] };
    const isFound = (changed: number): boolean => {
      const edges = apart.map(([a, b, weight]): Edge => [a, b, a >= 1000 - 5 * changed ? weight + 1 : weight]);
      const then = divideGraph(keysOf(1000), edges, { ...known, communities: [joined, ...others] });
      return then.communities.some((community) => membersOf(community).join() === '0,1,2,3,4');
    };
    assert.deepEqual([isFound(48), isFound(52)], [false, true]);
  });

  it('that are divided anew continue those with which they share more than half of their members', () => {
    const known = asKnown(divideGraph(keysOf(1000), GROUPS, NOTHING));
    // All edges have changed. The members of the first group belong to others now, but for one.
    const edges = GROUPS.filter(([a]) => a > 4).map(([a, b, weight]): Edge => [a, b, weight + 1]);
    for (const node of [0, 1, 2, 3]) for (const other of [0, 1, 2]) edges.push([node, 100 + 50 * node + other, 2]);
    const { communities } = divideGraph(keysOf(1000), edges, known);
    assert.deepEqual(
      new Map(communities.map((community) => [community.former, membersOf(community).filter((node) => node > 4)])),
      new Map(known.communities.slice(1).map(({ id, members }) => [id, members])),
    );
    assert.deepEqual(
      communities
        .map((community) => membersOf(community).filter((node) => node < 4))
        .filter(({ length }) => length > 0),
      [[0], [1], [2], [3]],
    );
  });

  it('do not change while nothing does, whatever part of the names is in none', () => {
    const lone = 3000;
    // Groups of five, pairs that are also tied to groups, and names without a neighbor.
    const pairs = Array.from({ length: 300 }, (_, pair): Edge[] => [
      [1000 + 2 * pair, 1001 + 2 * pair, 2],
      [1000 + 2 * pair, pair, 0.5],
    ]).flat();
    const keys = keysOf(1600 + lone);
    const edges = [...EDGES, ...pairs];
    const before = divideGraph(keys, edges, NOTHING);
    assert.ok(before.outside.length >= lone);
    const then = divideGraph(keys, edges, asKnown(before));
    assert.deepEqual(
      flat(then).map((community) => [community.isUnchanged, membersOf(community)]),
      flat(before).map((community) => [true, membersOf(community)]),
    );
    assert.deepEqual(then.outside, before.outside);

    const added: Edge[] = [0, 1, 2].map((node) => [keys.length, node, 1]);
    const more = flat(divideGraph(keysOf(keys.length + 1), [...edges, ...added], asKnown(then)));
    assert.ok(more.filter(({ isUnchanged }) => !isUnchanged).length <= 6);
  });

  it('arise from names that were in none, when these become connected', () => {
    const keys = keysOf(1600);
    const before = asKnown(divideGraph(keys, [...EDGES, [1000, 1001, 1]], NOTHING));
    const then = divideGraph(keys, [...EDGES, [1000, 1001, 1], [1001, 1002, 1]], before).communities;
    assert.deepEqual(
      then.filter(({ isUnchanged }) => !isUnchanged).map((community) => [community.former, membersOf(community)]),
      [[null, [1000, 1001, 1002]]],
    );
  });

  it('keep their digests whatever comes before them or leads out of them', () => {
    const alone = divideGraph(['c', 'd', 'e'], TRIANGLE, NOTHING).communities;
    const shifted = TRIANGLE.map(([a, b, weight]): Edge => [a + 1, b + 1, weight]);
    const others = shifted.map(([a, b, weight]): Edge => [a + 3, b + 3, weight]);
    const apart = divideGraph(['b', 'c', 'd', 'e', 'f', 'g', 'h'], [...shifted, ...others], NOTHING).communities;
    const joined = divideGraph(
      ['b', 'c', 'd', 'e', 'f', 'g', 'h'],
      [...shifted, ...others, [3, 4, 0.1]],
      NOTHING,
    ).communities;
    const edgesOf = ([community]: readonly DividedCommunity[]) => community?.members.map(({ edges }) => edges).sort();
    assert.deepEqual([apart.length, joined.length], [2, 2]);
    assert.deepEqual(
      [alone, apart, joined].map(([community]) => [community?.digest, community?.weight]),
      Array.from({ length: 3 }, () => [alone[0]?.digest, 3]),
    );
    assert.deepEqual(edgesOf(apart), edgesOf(alone));
    assert.notDeepEqual(edgesOf(joined), edgesOf(alone));
  });

  it('have parts when they are too large to read, each of three members at least', () => {
    const [keys, edges] = pairsAmongGroups(900);
    const sizes = flat(divideGraph(keys, edges, NOTHING)).map(({ members, parts }) => ({
      members: members.length,
      parts: parts.length,
    }));
    assert.ok(sizes.some(({ members }) => members > 40));
    for (const { members, parts } of sizes) {
      assert.ok(members >= 3 && (members <= 40 || parts > 0), `${members} members, ${parts} parts`);
    }
  });

  it('name their central members first, and leave out groups of two', () => {
    const star: Edge[] = [
      [0, 2, 1],
      [1, 2, 1],
      [2, 3, 1],
      [4, 5, 1],
    ];
    const found = divideGraph(keysOf(6), star, NOTHING);
    assert.deepEqual(
      found.communities.map(({ members, weight }) => [members.map(({ node }) => node), weight]),
      [[[2, 0, 1, 3], 3]],
    );
    assert.deepEqual(
      found.outside.map(({ node }) => node),
      [4, 5],
    );
  });
});
