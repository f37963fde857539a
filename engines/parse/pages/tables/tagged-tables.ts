/** Reads tables from the structure tree of a tagged PDF. */

import { MAX_TABLE_CELLS } from '../../documents/markdown/tables.ts';
import { bounds, greatest } from '../page/geometry.ts';
import type { PageStructure, StructureElement } from '../page/structure.ts';
import type { Word } from '../page/word.ts';
import { tableOf } from './table.ts';
import type { Cell, Table } from './table.ts';

/** Elements that may be between a table and its rows. */
const ROW_GROUPS = new Set(['THead', 'TBody', 'TFoot', 'NonStruct', 'Div', 'Sect']);
/** Fewer words or columns are a layout aid. */
const MIN_WORDS = 3; // no sample between 0 and 8: a word a place of the smallest table
const MIN_COLUMNS = 2; // nougat_033: other text at 1, −.012 at 3

export function taggedTables(structure: PageStructure, words: readonly Word[]): Table[] {
  const byMcid = Map.groupBy(words, (word) => word.mcid);
  return structure.roots.flatMap((root) => tableElements(root)).flatMap((element) => tableFrom(element, byMcid) ?? []);
}

/** The outermost tables: one inside a cell stays part of its text. */
function tableElements(element: StructureElement): StructureElement[] {
  if (element.type === 'Table') return [element];
  return element.children.flatMap((child) => (typeof child === 'number' ? [] : tableElements(child)));
}

function rowElements(element: StructureElement): StructureElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'number') return [];
    if (child.type === 'TR') return [child];
    return ROW_GROUPS.has(child.type) ? rowElements(child) : [];
  });
}

/** Takes the words out of the map: each is in one cell, however many claim it. */
const takeWords = (element: StructureElement, byMcid: Map<number, Word[]>): Word[] =>
  element.children.flatMap((child) => {
    if (typeof child !== 'number') return takeWords(child, byMcid);
    const words = byMcid.get(child) ?? [];
    byMcid.delete(child);
    return words;
  });

/** `null` for what is no table, and for one whose spans claim too many cells. */
function tableFrom(element: StructureElement, byMcid: Map<number, Word[]>): Table | null {
  const rows = rowElements(element);
  const places: (Cell | undefined)[][] = rows.map(() => []);
  let covered = 0;
  for (const [row, rowElement] of rows.entries()) {
    let column = 0;
    for (const child of rowElement.children) {
      if (typeof child === 'number' || (child.type !== 'TD' && child.type !== 'TH')) continue;
      while (places[row]?.[column] !== undefined) column++;
      const cell: Cell = { words: takeWords(child, byMcid) };
      covered += Math.min(child.rowSpan, rows.length - row) * child.columnSpan;
      if (covered > MAX_TABLE_CELLS) return null;
      for (const place of places.slice(row, row + child.rowSpan)) {
        for (let offset = 0; offset < child.columnSpan; offset++) place[column + offset] = cell;
      }
      column += child.columnSpan;
    }
  }
  const columns = Math.max(0, greatest(places.map((place) => place.length)));
  if (rows.length * columns > MAX_TABLE_CELLS) return null;
  const words = [...new Set(places.flat().flatMap((cell) => cell?.words ?? []))];
  if (words.length < MIN_WORDS || columns < MIN_COLUMNS) return null;
  const grid = places.map((place) => Array.from({ length: columns }, (_, column) => place[column] ?? null));
  return tableOf('tagged', grid, bounds(words));
}
