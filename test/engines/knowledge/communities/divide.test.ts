import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideGraph } from '../../../../engines/knowledge/communities/divide.ts';
import type { DividedCommunity, Known } from '../../../../engines/knowledge/communities/divide.ts';
import type { Edge } from '../../../../engines/knowledge/communities/graph.ts';
import type { FormerCommunity } from '../../../../engines/knowledge/communities/hierarchy.ts';
import { rings } from './rings.ts';

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

/** 200 groups of five. */
const EDGES = rings(200, 5);
const first = divideGraph(keysOf(1000), EDGES, NOTHING);

describe('communities of a graph that is known in part', () => {
  it('are redone in proportion to what has changed: for one name more among 1,000, at most six', () => {
    const added: Edge[] = [0, 1, 2].map((node) => [1000, node, 1]);
    const then = flat(divideGraph(keysOf(1001), [...EDGES, ...added], asKnown(first)));
    const redone = then.filter(({ isUnchanged }) => !isUnchanged);
    assert.ok(redone.length > 0 && redone.length <= 6, `${redone.length} of ${then.length} are redone`);
    assert.ok(redone.some(({ former, members }) => former !== null && members.some(({ node }) => node === 1000)));
  });

  it('are found anew when most of it has changed', () => {
    const heavier = EDGES.map(([a, b, weight]): Edge => [a, b, weight + 1]);
    assert.ok(flat(divideGraph(keysOf(1000), heavier, asKnown(first))).every(({ former }) => former === null));
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
