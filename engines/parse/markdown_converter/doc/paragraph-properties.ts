/** Properties of a paragraph: style, list, outline level and position in tables. */
import type { CellDefinition } from '../../documents/markdown/edge-tables.ts';
import type { DocFile } from './file.ts';
import { eachProperty } from './properties.ts';
import type { DocStyles } from './styles.ts';

export interface ParagraphProperties {
  style: number;
  /** Index of its list from 1, 0 for none. */
  list: number;
  level: number;
  /** From 0; 9 is body text. */
  outline: number;
  /** Depth of the tables around it. */
  tableDepth: number;
  /** Whether its mark ends a row, or a cell of an inner table. */
  endsRow: boolean;
  endsInnerCell: boolean;
  isHeaderRow: boolean;
  cells: readonly CellDefinition[];
}

const BODY_TEXT = 9;

export function paragraphProperties(direct: Buffer, styles: DocStyles, file: DocFile): ParagraphProperties {
  const properties: ParagraphProperties = {
    style: direct.length >= 2 ? direct.readUInt16LE(0) : 0,
    list: 0,
    level: 0,
    outline: BODY_TEXT,
    tableDepth: 0,
    endsRow: false,
    endsInnerCell: false,
    isHeaderRow: false,
    cells: [],
  };
  const lists = [direct.subarray(2)];
  eachProperty(direct.subarray(2), (code, operand) => {
    // Property lists too long for their page are in the data stream; a style may be repeated.
    if (code === 0x6645 || code === 0x6646) lists.push(hugeList(file.data, operand.readUInt32LE(0)));
    if (code === 0x4600) properties.style = operand.readUInt16LE(0);
  });
  const inherited = styles.chain(properties.style).map((style) => style.paragraph);
  for (const list of [...inherited.toReversed(), ...lists]) {
    eachProperty(list, (code, operand) => applyProperty(properties, code, operand));
  }
  return properties;
}

function hugeList(data: Buffer, at: number): Buffer {
  return at + 2 > data.length ? Buffer.alloc(0) : data.subarray(at + 2, at + 2 + data.readUInt16LE(at));
}

function applyProperty(properties: ParagraphProperties, code: number, operand: Buffer): void {
  const [value = 0] = operand;
  switch (code) {
    case 0x460b: {
      const list = operand.readInt16LE(0);
      // Negative: the style's list, with a different indent.
      properties.list = Math.abs(list) % 0x800;
      break;
    }
    case 0x260a:
      properties.level = Math.min(8, value);
      break;
    case 0x2640:
      properties.outline = value;
      break;
    case 0x2416:
      properties.tableDepth = Math.max(properties.tableDepth, value === 0 ? 0 : 1);
      break;
    case 0x6649:
      properties.tableDepth = Math.max(0, operand.readInt32LE(0));
      break;
    case 0x2417:
    case 0x244c:
      properties.endsRow = value !== 0;
      break;
    case 0x244b:
      properties.endsInnerCell = value !== 0;
      break;
    case 0x3404:
      properties.isHeaderRow = value !== 0;
      break;
    case 0xd608:
      properties.cells = readCells(operand);
      break;
    case 0xd62b: {
      const [, index = 0, merge = 0] = operand;
      properties.cells = properties.cells.map((cell, at) =>
        at === index ? { ...cell, joinsAbove: merge === 1 } : cell,
      );
      break;
    }
    default:
  }
}

/** Edges of the cells, and how each is merged. */
function readCells(operand: Buffer): CellDefinition[] {
  const count = operand[2] ?? 0;
  const flagsAt = 3 + (count + 1) * 2;
  if (flagsAt > operand.length) return [];
  return Array.from({ length: count }, (_, index) => {
    const at = flagsAt + index * 20;
    const flags = at + 2 <= operand.length ? operand.readUInt16LE(at) : 0;
    return {
      left: operand.readInt16LE(3 + index * 2),
      right: operand.readInt16LE(5 + index * 2),
      joinsLeft: (flags & 2) !== 0,
      joinsAbove: (flags & 0x60) === 0x20,
    };
  });
}
