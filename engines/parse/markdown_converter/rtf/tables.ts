/** Paragraphs on their way into tables: cells and rows end where the file says so, tables inside cells included. */
import { edgeTable, type CellDefinition, type EdgeRow } from '../../shared/markdown/edge-tables.ts';
import { nestLists, type FlatBlock } from '../../shared/markdown/lists.ts';
import type { Block } from '../../shared/markdown/model.ts';
import { append } from '../append.ts';

/** Deeper nesting is made to exhaust its reader. */
const MAX_DEPTH = 16;

/** Each row repeats the definitions of its cells. Word allows 63 columns. */
const MAX_COLUMNS = 256;

/** What is open at one depth; depth 0 is the text around all tables. */
interface Level {
  content: FlatBlock[];
  cells: Block[][];
  readonly rows: EdgeRow[];
}

/** What the file says about rows before they end: each takes what was said last. */
export class RowDefinition {
  cells: CellDefinition[] = [];
  isHeader = false;
  #left = 0;
  #cell = { joinsLeft: false, joinsAbove: false };

  /** Does what a control word says about the row; words about other things change nothing. */
  apply(word: string, value: number | null): void {
    switch (word) {
      case 'trowd':
        this.cells = [];
        this.#left = 0;
        this.isHeader = false;
        break;
      case 'trleft':
        this.#left = value ?? 0;
        break;
      case 'trhdr':
        this.isHeader = true;
        break;
      case 'clmrg':
        this.#cell.joinsLeft = true;
        break;
      case 'clvmrg':
        this.#cell.joinsAbove = true;
        break;
      case 'cellx':
        if (this.cells.length === MAX_COLUMNS) break;
        this.cells.push({ ...this.#cell, left: this.#left, right: value ?? 0 });
        this.#left = value ?? 0;
        this.#cell = { joinsLeft: false, joinsAbove: false };
        break;
      default:
    }
  }
}

export class TableStack {
  #levels: Level[] = [{ content: [], cells: [], rows: [] }];

  /** Adds what a paragraph holds, inside `depth` tables: tables open and close as it asks. */
  add(blocks: readonly FlatBlock[], depth: number): void {
    this.#moveTo(depth);
    append(this.#last.content, blocks);
  }

  endCell(depth: number): void {
    this.#moveTo(depth);
    const level = this.#last;
    level.cells.push(nestLists(level.content));
    level.content = [];
  }

  endRow(depth: number, { cells: definitions, isHeader }: RowDefinition): void {
    this.#moveTo(depth);
    const level = this.#last;
    if (level.content.length > 0) this.endCell(depth);
    if (level.cells.length > 0) level.rows.push({ cells: level.cells, definitions, isHeader });
    level.cells = [];
  }

  /** All blocks, tables that were left open included. */
  finish(): Block[] {
    this.#moveTo(0);
    return nestLists(this.#last.content);
  }

  get #last(): Level {
    const level = this.#levels.at(-1) ?? { content: [], cells: [], rows: [] };
    if (this.#levels.length === 0) this.#levels = [level];
    return level;
  }

  #moveTo(depth: number): void {
    const wanted = Math.min(MAX_DEPTH, Math.max(0, depth));
    while (this.#levels.length - 1 < wanted) this.#levels.push({ content: [], cells: [], rows: [] });
    while (this.#levels.length - 1 > wanted) {
      const closed = this.#levels.pop();
      if (closed === undefined) return;
      if (closed.content.length > 0) closed.cells.push(nestLists(closed.content));
      if (closed.cells.length > 0) closed.rows.push({ cells: closed.cells, definitions: [], isHeader: false });
      append(this.#last.content, edgeTable(closed.rows));
    }
  }
}
