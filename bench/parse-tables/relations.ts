/**
 * Scores tables by the adjacency of their cells: Göbel, Hassan, Oro, Orsi, "A Methodology for Evaluating Algorithms for
 * Table Understanding in PDF Documents" (2012), as in the ICDAR 2013 table competition.
 */
import { mean } from '../../engines/statistics/bootstrap.ts';
import type { BlockCell, BlockTable } from '../../engines/parse/formats/model.ts';

export interface Score {
  /** Relations of the truth, those found, and those of both. */
  readonly truth: number;
  readonly found: number;
  readonly correct: number;
}

/**
 * Relations are compared as a multiset, so that a table which the truth has not costs precision, and a lost one recall.
 */
export function scoreTables(truth: readonly BlockTable[], found: readonly BlockTable[]): Score {
  const [expected, got] = [truth.flatMap(relationsOf), found.flatMap(relationsOf)];
  const open = new Map<string, number>();
  for (const relation of expected) open.set(relation, (open.get(relation) ?? 0) + 1);
  let correct = 0;
  for (const relation of got) {
    const left = open.get(relation) ?? 0;
    if (left === 0) continue;
    open.set(relation, left - 1);
    correct++;
  }
  return { truth: expected.length, found: got.length, correct };
}

export interface Measures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export const precisionOf = ({ found, correct }: Score): number => (found === 0 ? 0 : correct / found);
export const recallOf = ({ truth, correct }: Score): number => (truth === 0 ? 0 : correct / truth);

export function measuresOf(precision: number, recall: number): Measures {
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Means over documents, so that no document counts more for its many cells: what the competition ranks by. */
export function macroMeasures(scores: readonly Score[]): Measures {
  return measuresOf(mean(scores.map(precisionOf)), mean(scores.map(recallOf)));
}

/** Over all relations of all documents. */
export function microMeasures(scores: readonly Score[]): Measures {
  const total = (of: (score: Score) => number): number => scores.reduce((count, score) => count + of(score), 0);
  const all = {
    truth: total(({ truth }) => truth),
    found: total(({ found }) => found),
    correct: total(({ correct }) => correct),
  };
  return measuresOf(precisionOf(all), recallOf(all));
}

/**
 * Two texts, the direction, and the number of blank places between: each pair of cells that are next to each other,
 * once.
 */
function relationsOf({ rows, columns, cells }: BlockTable): string[] {
  const grid: (BlockCell | undefined)[][] = Array.from({ length: rows }, () => []);
  for (const cell of cells) {
    if (textOf(cell) === '') continue;
    for (let row = cell.row; row < cell.row + cell.row_span; row++) {
      for (let column = cell.column; column < cell.column + cell.column_span; column++) {
        const places = grid[row];
        if (places !== undefined) places[column] = cell;
      }
    }
  }
  const across = grid.map((row) => Array.from({ length: columns }, (_, column) => row[column]));
  const down = Array.from({ length: columns }, (_, column) => grid.map((row) => row[column]));
  return [...neighbours(across, 'right'), ...neighbours(down, 'below')];
}

function neighbours(lines: readonly (readonly (BlockCell | undefined)[])[], direction: string): string[] {
  const seen = new Map<BlockCell, Set<BlockCell>>();
  const relations: string[] = [];
  for (const line of lines) {
    let last: BlockCell | undefined;
    let blanks = 0;
    for (const cell of line) {
      if (cell === undefined) {
        blanks++;
        continue;
      }
      if (last !== undefined && cell !== last) {
        const partners = seen.get(last) ?? new Set();
        seen.set(last, partners);
        if (!partners.has(cell)) relations.push([textOf(last), textOf(cell), direction, blanks].join('\t'));
        partners.add(cell);
      }
      [last, blanks] = [cell, 0];
    }
  }
  return relations;
}

/**
 * Letters and digits alone: the texts of the truth differ in spaces, hyphens at line ends and special signs. A cell of
 * signs is `_`.
 */
function textOf({ text }: BlockCell): string {
  const plain = text.normalize('NFKC').toLowerCase();
  const letters = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' && plain.trim() !== '' ? '_' : letters;
}
