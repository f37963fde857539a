import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { graphOf } from '../../../../engines/knowledge/communities/graph.ts';
import type { Edge, Graph } from '../../../../engines/knowledge/communities/graph.ts';
import { hierarchy } from '../../../../engines/knowledge/communities/hierarchy.ts';
import type { Community, FormerCommunity } from '../../../../engines/knowledge/communities/hierarchy.ts';
import { leiden } from '../../../../engines/knowledge/communities/leiden.ts';
import { seededRandom } from '../../../../engines/statistics/random.ts';
import { assertLinear } from '../../../support/linear.ts';
import { rings } from '../../../support/knowledge/rings.ts';

const RULES = { resolution: 1, maxSize: 12, maxLevels: 4, seed: 1 };

const partition = (graph: Graph, seed = 1): string => {
  const groups = Map.groupBy(leiden(graph, 1, seededRandom(seed)).entries(), ([, label]) => label);
  return JSON.stringify([...groups.values()].map((members) => members.map(([node]) => node)));
};

const flat = (communities: readonly Community[]): Community[] =>
  communities.flatMap((community) => [community, ...flat(community.parts)]);

function asFormer(communities: readonly Community[], prefix = 'c'): FormerCommunity[] {
  return communities.map(({ members, parts }, index) => {
    const id = `${prefix}.${index}`;
    return { id, members, parts: asFormer(parts, id) };
  });
}

describe('communities', () => {
  it('are the groups whose members are connected more densely than chance', () => {
    const groups = Array.from({ length: 6 }, (_, group) => Array.from({ length: 5 }, (__, node) => group * 5 + node));
    assert.equal(partition(graphOf(30, rings(6, 5))), JSON.stringify(groups));
  });

  it('follow weights', () => {
    const square: Edge[] = [
      [0, 1, 9],
      [1, 2, 1],
      [2, 3, 9],
      [3, 0, 1],
    ];
    assert.equal(partition(graphOf(4, square)), '[[0,1],[2,3]]');
  });

  it('of nodes without edges are single nodes', () => {
    assert.equal(partition(graphOf(3, [])), '[[0],[1],[2]]');
    assert.equal(partition(graphOf(3, [[0, 2, 1]])), '[[0,2],[1]]');
  });

  it('are the same for the same seed, whatever the order of edges', () => {
    const edges = rings(20, 7);
    assert.equal(partition(graphOf(140, edges), 5), partition(graphOf(140, edges.toReversed()), 5));
  });

  it('take time linear in the edges', async () => {
    await assertLinear('communities', (repeats) => {
      const groups = repeats / 8;
      return hierarchy(graphOf(groups * 5, rings(groups, 5)), RULES);
    });
  });
});

describe('levels of communities', () => {
  it('divide what is large, as long as there is something to divide', () => {
    const nested: Edge[] = [...rings(4, 5), ...rings(4, 5).map(([a, b, weight]): Edge => [a + 20, b + 20, weight])];
    const found = hierarchy(graphOf(40, nested), { ...RULES, resolution: 0.1 });
    assert.deepEqual(
      found.map(({ members }) => members.length),
      [20, 20],
    );
    assert.ok(found.every(({ parts }) => parts.length > 1));
    for (const { members, parts } of flat(found)) {
      if (parts.length === 0) continue;
      assert.deepEqual(
        parts.flatMap((part) => part.members).toSorted((a, b) => a - b),
        members,
      );
    }
  });

  it('stay as they are without a change', () => {
    const graph = graphOf(100, rings(20, 5));
    const first = hierarchy(graph, RULES);
    const again = hierarchy(graph, RULES, { communities: asFormer(first), changed: new Set(), isAnew: false });
    assert.ok(flat(again).every(({ isUnchanged }) => isUnchanged));
    assert.deepEqual(
      flat(again).map(({ members }) => members),
      flat(first).map(({ members }) => members),
    );
  });

  it('leave a node that was in none alone until something next to it changes', () => {
    const graph = graphOf(5, rings(1, 5).slice(0, 10));
    const communities = [{ id: 'c.0', members: [0, 1, 2, 3], parts: [] }];
    const membersAfter = (...changed: readonly number[]) =>
      hierarchy(graph, RULES, { communities, changed: new Set(changed), isAnew: false }).map(({ members }) => members);
    assert.deepEqual(membersAfter(), [[0, 1, 2, 3], [4]]);
    assert.deepEqual(membersAfter(4, 3), [[0, 1, 2, 3, 4]]);
  });

  it('change only where something has changed, and continue the communities that they come from', () => {
    const edges = rings(200, 5);
    const first = hierarchy(graphOf(1000, edges), RULES);
    const added: Edge[] = [
      [1000, 0, 1],
      [1000, 1, 1],
      [1000, 2, 1],
    ];
    const changed = new Set([1000, 0, 1, 2]);
    const then = hierarchy(graphOf(1001, [...edges, ...added]), RULES, {
      communities: asFormer(first),
      changed,
      isAnew: false,
    });
    const redone = flat(then).filter(({ isUnchanged }) => !isUnchanged);
    assert.ok(
      redone.length > 0 && redone.length <= 6,
      `${redone.length} of ${flat(then).length} communities are redone`,
    );
    assert.ok(redone.some(({ members, former }) => members.includes(1000) && former !== null));
  });

  it('fall apart when what connected them is gone', () => {
    const dumbbell: Edge[] = [
      ...rings(1, 5).slice(0, 10),
      ...rings(1, 5)
        .slice(0, 10)
        .map(([a, b, w]): Edge => [a + 5, b + 5, w]),
    ];
    const former = [{ id: 'c.0', members: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], parts: [] }];
    const found = hierarchy(graphOf(10, dumbbell), RULES, {
      communities: former,
      changed: new Set([4, 5]),
      isAnew: false,
    });
    assert.deepEqual(
      found.map(({ members }) => members),
      [
        [0, 1, 2, 3, 4],
        [5, 6, 7, 8, 9],
      ],
    );
    assert.deepEqual(
      found.map(({ former: from }) => from),
      ['c.0', null],
    );
  });
});
