import type { Edge } from '../../../engines/knowledge/communities/graph.ts';

/** Groups whose members are all connected to each other, in a ring in which neighbors share one edge. */
export function rings(groups: number, size: number): Edge[] {
  const edges: Edge[] = [];
  for (let group = 0; group < groups; group++) {
    const first = group * size;
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) edges.push([first + a, first + b, 1]);
    edges.push([first, ((group + 1) % groups) * size + 1, 1]);
  }
  return edges;
}
