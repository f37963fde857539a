/** Moving a node can leave its former community in pieces. */
import { at } from './graph.ts';
import type { Graph } from './graph.ts';

/** The same communities, each connected: its largest piece keeps the label, the others have new ones. */
export function componentsWithin(graph: Graph, labels: Uint32Array): Uint32Array {
  const pieces = piecesOf(graph, labels);
  const largest = new Map<number, readonly number[]>();
  for (const piece of pieces) {
    const label = at(labels, piece[0] ?? 0);
    if (piece.length > (largest.get(label)?.length ?? 0)) largest.set(label, piece);
  }
  let next = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  const connected = labels.slice();
  for (const piece of pieces) {
    if (largest.get(at(labels, piece[0] ?? 0)) === piece) continue;
    for (const node of piece) connected[node] = next;
    next++;
  }
  return connected;
}

function piecesOf({ size, offsets, targets }: Graph, labels: Uint32Array): number[][] {
  const isSeen = new Uint8Array(size);
  const pieces: number[][] = [];
  for (let first = 0; first < size; first++) {
    if (isSeen[first] === 1) continue;
    isSeen[first] = 1;
    const piece = [first];
    for (let open = 0; open < piece.length; open++) {
      const node = piece[open] ?? 0;
      for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
        const other = at(targets, edge);
        if (isSeen[other] === 1 || at(labels, other) !== at(labels, node)) continue;
        isSeen[other] = 1;
        piece.push(other);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}
