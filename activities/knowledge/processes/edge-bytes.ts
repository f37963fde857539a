/**
 * The edges of a graph as bytes, which travel to a process beside its messages: both ends and the weight, as numbers of
 * 64 bits.
 */
import type { Edge } from '../../../engines/knowledge/communities/index.ts';

const NUMBERS = 3;

export function bytesOf(edges: readonly Edge[]): Uint8Array {
  const numbers = new Float64Array(edges.length * NUMBERS);
  for (const [index, edge] of edges.entries()) numbers.set(edge, index * NUMBERS);
  return new Uint8Array(numbers.buffer);
}

export function edgesOf(bytes: Uint8Array = new Uint8Array()): Edge[] {
  const numbers = new Float64Array(bytes.slice().buffer);
  return Array.from({ length: numbers.length / NUMBERS }, (_, index): Edge => {
    const [from = 0, to = 0, weight = 0] = numbers.subarray(index * NUMBERS, (index + 1) * NUMBERS);
    return [from, to, weight];
  });
}
