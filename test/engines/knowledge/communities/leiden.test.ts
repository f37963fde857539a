/**
 * Communities beside those of graphology-communities-louvain on the same graphs: the modularity is not lower, and each
 * community is connected.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UndirectedGraph } from 'graphology';
import library from 'graphology-communities-louvain';
import { componentsWithin } from '../../../../engines/knowledge/communities/components.ts';
import { graphOf } from '../../../../engines/knowledge/communities/graph.ts';
import type { Edge } from '../../../../engines/knowledge/communities/graph.ts';
import { leiden } from '../../../../engines/knowledge/communities/leiden.ts';
import { seededRandom } from '../../../../engines/statistics/random.ts';

// Node gives the function that CommonJS exports; the types call it `default`.
const louvain = library as unknown as typeof library.default;

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Friends in Zachary's karate club (1977), each with those of higher numbers, from 1. */
const KARATE: Readonly<Record<number, readonly number[]>> = {
  1: [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 20, 22, 32],
  2: [3, 4, 8, 14, 18, 20, 22, 31],
  3: [4, 8, 9, 10, 14, 28, 29, 33],
  4: [8, 13, 14],
  5: [7, 11],
  6: [7, 11, 17],
  7: [17],
  9: [31, 33, 34],
  10: [34],
  14: [34],
  15: [33, 34],
  16: [33, 34],
  19: [33, 34],
  20: [34],
  21: [33, 34],
  23: [33, 34],
  24: [26, 28, 30, 33, 34],
  25: [26, 28, 32],
  26: [32],
  27: [30, 34],
  28: [34],
  29: [32, 34],
  30: [33, 34],
  31: [33, 34],
  32: [33, 34],
  33: [34],
};

interface Case {
  readonly size: number;
  readonly edges: readonly Edge[];
}

/** Groups of equal size whose nodes have more edges within than to others; weights from 1 to 3. */
function planted(groups: number, size: number, within: number, between: number): Case {
  const random = seededRandom(7);
  const nodes = groups * size;
  const below = (limit: number): number => Math.floor(random() * limit);
  const edges = Array.from({ length: nodes * (within + between) }, (_, at): Edge => {
    const node = at % nodes;
    const isWithin = Math.floor(at / nodes) < within;
    const other = isWithin ? Math.floor(node / size) * size + below(size) : below(nodes);
    return [node, other, 1 + below(3)];
  });
  return { size: nodes, edges: edges.filter(([from, to]) => from !== to) };
}

const CASES: Readonly<Record<string, Case>> = {
  'the karate club': {
    size: 34,
    edges: Object.entries(KARATE).flatMap(([from, others]) => others.map((to): Edge => [Number(from) - 1, to - 1, 1])),
  },
  'clear groups': planted(40, 25, 4, 1),
  'groups of three': planted(300, 3, 2, 1),
  'blurred groups': planted(20, 50, 3, 3),
};

/** Newman's, at resolution 1. */
function modularity({ size, edges }: Case, labels: readonly number[]): number {
  const strength = new Map<number, number>();
  let [total, inside] = [0, 0];
  for (const [from, to, weight] of edges) {
    total += weight;
    if (labels[from] === labels[to]) inside += weight;
    for (const node of [from, to]) strength.set(labels[node] ?? 0, (strength.get(labels[node] ?? 0) ?? 0) + weight);
  }
  assert.equal(labels.length, size);
  return inside / total - [...strength.values()].reduce((sum, one) => sum + (one / (2 * total)) ** 2, 0);
}

function byLibrary({ size, edges }: Case, seed: number): number[] {
  const graph = new UndirectedGraph<object, { weight: number }>();
  for (let node = 0; node < size; node++) graph.addNode(node);
  for (const [from, to, weight] of edges) {
    graph.updateEdge(from, to, (old) => ({ weight: (old.weight ?? 0) + weight }));
  }
  const found = louvain(graph, { resolution: 1, rng: seededRandom(seed) });
  return Array.from({ length: size }, (_, node) => found[node] ?? -1);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

for (const [name, one] of Object.entries(CASES)) {
  test(`${name}: the modularity is not below the library's, and communities are connected`, () => {
    const graph = graphOf(one.size, one.edges);
    const own = SEEDS.map((seed) => leiden(graph, 1, seededRandom(seed)));
    const ours = own.map((labels) => modularity(one, [...labels]));
    const theirs = SEEDS.map((seed) => modularity(one, byLibrary(one, seed)));
    assert.ok(mean(ours) >= mean(theirs), `${mean(ours)} and ${mean(theirs)}`);
    for (const labels of own) assert.deepEqual(componentsWithin(graph, labels), labels);
  });
}
