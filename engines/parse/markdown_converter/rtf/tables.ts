/** Builds tables from paragraphs: control words end cells and rows, including those of nested tables. */
import { edgeTable, type CellDefinition, type EdgeRow } from '../../documents/markdown/edge-tables.ts';
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { append } from '../../documents/append.ts';

/** Deeper nesting is an attack. */
const MAX_DEPTH = 16;

/** Each row repeats the definitions of its cells. Word allows 63 columns. */
const MAX_COLUMNS = 256;

/** Open content at one depth; depth 0 is the text outside all tables. */
interface Level {
  content: FlatBlock[];
  cells: Block[][];
  readonly rows: EdgeRow[];
}

/** Row definitions, which precede the end of a row; the latest applies. */
export class RowDefinition {
  cells: CellDefinition[] = [];
  isHeader = false;
  #left = 0;
  #cell = { joinsLeft: false, joinsAbove: false };

  /** Applies a control word for the row; ignores others. */
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

  /** Adds the content of a paragraph inside `depth` tables, opening and closing tables as needed. */
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

  /** All blocks, including unclosed tables. */
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
