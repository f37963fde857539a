import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideGraph } from '../../../../engines/knowledge/communities/divide.ts';
import type { DividedCommunity, Known } from '../../../../engines/knowledge/communities/divide.ts';
import type { Edge } from '../../../../engines/knowledge/communities/graph.ts';
import type { FormerCommunity } from '../../../../engines/knowledge/communities/hierarchy.ts';
import { rings } from '../../../support/knowledge/rings.ts';

const NOTHING: Known = { communities: [], edges: new Map() };
const keysOf = (nodes: number): string[] => Array.from({ length: nodes }, (_, node) => `name ${node}`);

const flat = (communities: readonly DividedCommunity[]): DividedCommunity[] =>
  communities.flatMap((community) => [community, ...flat(community.parts)]);

/** What a run remembers of what the one before it found. */
function asKnown(communities: readonly DividedCommunity[]): Known {
  let number = 0;
  const former = ({ members, parts }: DividedCommunity): FormerCommunity => ({
    id: String(number++),
    members: members.map(({ node }) => node).toSorted((a, b) => a - b),
    parts: parts.map(former),
  });
  const edges = new Map(flat(communities).flatMap(({ members }) => members.map((one) => [one.node, one.edges])));
  return { communities: communities.map(former), edges };
}

const TRIANGLE: readonly Edge[] = [
  [0, 1, 1],
  [0, 2, 1],
  [1, 2, 1],
];
/** 200 groups of five. */
const EDGES = rings(200, 5);
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

  it('are found anew when more than a quarter of the nodes has changed', () => {
    const formerAfter = (groups: number) => {
      const isHeavier = (node: number) => node < 5 * groups;
      const edges = EDGES.map(([a, b, weight]): Edge => [a, b, isHeavier(a) && isHeavier(b) ? weight + 1 : weight]);
      return new Set(flat(divideGraph(keysOf(1000), edges, asKnown(first))).map(({ former }) => former));
    };
    assert.ok(formerAfter(48).size > 1);
    assert.deepEqual([...formerAfter(52)], [null]);
  });

  it('keep their digests whatever comes before them or leads out of them', () => {
    const alone = divideGraph(['c', 'd', 'e'], TRIANGLE, NOTHING);
    const shifted = TRIANGLE.map(([a, b, weight]): Edge => [a + 1, b + 1, weight]);
    const others = shifted.map(([a, b, weight]): Edge => [a + 3, b + 3, weight]);
    const apart = divideGraph(['b', 'c', 'd', 'e', 'f', 'g', 'h'], [...shifted, ...others], NOTHING);
    const joined = divideGraph(['b', 'c', 'd', 'e', 'f', 'g', 'h'], [...shifted, ...others, [3, 4, 0.1]], NOTHING);
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
      found.map(({ members, weight }) => [members.map(({ node }) => node), weight]),
      [[[2, 0, 1, 3], 3]],
    );
  });
});
