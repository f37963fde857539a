/** An undirected weighted graph in compressed rows: nodes are 0 to `size` − 1. */
export interface Graph {
  readonly size: number;
  /**
   * The edges of node `v` are at `offsets[v]` to `offsets[v + 1]`, exclusive, of the next two. Each edge stands at both
   * of its ends.
   */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
  /** For each node, the weight within it: nothing in a graph of entities, the edges of its members in an aggregate. */
  readonly inner: Float64Array;
}

/** Ends of an edge and its weight, above 0. */
export type Edge = readonly [from: number, to: number, weight: number];

/**
 * Several edges between two nodes are one with the sum of their weights; an edge from a node to itself is weight within
 * it.
 */
export function graphOf(size: number, edges: Iterable<Edge>, within?: Float64Array): Graph {
  const inner = within ?? new Float64Array(size);
  const rows = Array.from({ length: size }, () => new Map<number, number>());
  const add = (from: number, to: number, weight: number): void => {
    const row = rows[from];
    row?.set(to, (row.get(to) ?? 0) + weight);
  };
  for (const [from, to, weight] of edges) {
    if (from === to) {
      inner[from] = at(inner, from) + weight;
    } else {
      add(from, to, weight);
      add(to, from, weight);
    }
  }
  const offsets = new Uint32Array(size + 1);
  for (const [node, row] of rows.entries()) offsets[node + 1] = at(offsets, node) + row.size;
  const targets = new Uint32Array(at(offsets, size));
  const weights = new Float64Array(at(offsets, size));
  for (const [node, row] of rows.entries()) {
    let place = at(offsets, node);
    for (const [target, weight] of [...row].sort(([a], [b]) => a - b)) {
      targets[place] = target;
      weights[place++] = weight;
    }
  }
  return { size, offsets, targets, weights, inner };
}

/** The value at a place that exists. */
export const at = (values: Float64Array | Uint32Array | Int32Array, index: number): number => values[index] ?? 0;

/** For each node, the weight of its edges, with weight within it twice. */
export function strengths({ size, offsets, weights, inner }: Graph): Float64Array {
  const sums = new Float64Array(size);
  for (let node = 0; node < size; node++) {
    let sum = 2 * at(inner, node);
    for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) sum += at(weights, edge);
    sums[node] = sum;
  }
  return sums;
}

/** The part of the graph between some of its nodes, in their order. Edges that leave it are gone. */
export function subgraph(graph: Graph, nodes: readonly number[]): Graph {
  const places = new Map(nodes.map((node, place) => [node, place]));
  const edges: Edge[] = [];
  for (const [place, node] of nodes.entries()) {
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const other = places.get(at(graph.targets, edge));
      if (other !== undefined && other > place) edges.push([place, other, at(graph.weights, edge)]);
    }
  }
  return graphOf(
    nodes.length,
    edges,
    Float64Array.from(nodes, (node) => at(graph.inner, node)),
  );
}

/** The graph of communities: each is a node, with the weight within it and the summed edges to the others. */
export function aggregate(graph: Graph, communities: Uint32Array, count: number): Graph {
  const inner = new Float64Array(count);
  const edges: Edge[] = [];
  for (let node = 0; node < graph.size; node++) {
    const own = at(communities, node);
    inner[own] = at(inner, own) + at(graph.inner, node);
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const target = at(graph.targets, edge);
      // Each edge once: it stands at both ends.
      if (target > node) edges.push([own, at(communities, target), at(graph.weights, edge)]);
    }
  }
  return graphOf(count, edges, inner);
}
