/** The shapes of a slide ([MS-ODRAW]), each with its position, text and kind. */
import type { Box } from '../shared/reading-order.ts';
import { findRecord, recordsIn, type PptRecord } from '../shared/ole/drawing-records.ts';

const DRAWING = 1036;
const GROUP = 0xf003;
const SHAPE = 0xf004;
const GROUP_PLACE = 0xf009;
const SHAPE_ATOM = 0xf00a;
const PROPERTIES = 0xf00b;
const TEXT_BOX = 0xf00d;
const CHILD_PLACE = 0xf00f;
const PLACE = 0xf010;
const CLIENT_DATA = 0xf011;
const MORE_PROPERTIES = 0xf122;
const PLACEHOLDER = 3011;
const PICTURE = 0x104;
const TABLE = 0x39f;
const MAX_DEPTH = 32;
/** Positions have 576 units per inch; reading order uses the units of newer formats. */
const EMU_PER_UNIT = 1587.5;
const IS_DELETED = 8;

export interface DrawnShape {
  readonly box: Box | null;
  /** Records of its text; empty without. */
  readonly text: readonly PptRecord[];
  /** Settings that belong to the shape's text. */
  readonly clientData: Buffer | undefined;
  /** Kind of its placeholder, 0 for none. */
  readonly placeholder: number;
  /** Number of its picture in the store, 0 for none. */
  readonly picture: number;
  /** Geometric form: 1 is a rectangle, 20 a line. */
  readonly form: number;
  /** Cells when it is a table, `null` for other shapes. */
  readonly cells: readonly DrawnShape[] | null;
}

/** The shapes of a slide, with groups flattened. */
export function shapesOf(slide: Buffer): DrawnShape[] {
  const drawing = recordsIn(slide, DRAWING)[0]?.data;
  const root = findRecord(drawing, GROUP)?.data;
  // The first shape represents the drawing itself.
  return recordsIn(root)
    .slice(1)
    .flatMap((record) => readRecord(record, (box) => box, 0));
}

type Transform = (box: Box) => Box;

function readRecord(record: PptRecord, transform: Transform, depth: number): DrawnShape[] {
  if (record.type === SHAPE) return readShape(record.data, transform);
  if (record.type !== GROUP || depth > MAX_DEPTH) return [];
  const [own, ...members] = recordsIn(record.data);
  const box = own === undefined ? null : boxOf(own.data, transform);
  const inner = insideOf(own?.data, box) ?? transform;
  const shapes = members.flatMap((member) => readRecord(member, inner, depth + 1));
  if (own === undefined || properties(own.data, MORE_PROPERTIES).get(TABLE) === undefined) return shapes;
  return [{ ...EMPTY, box, cells: shapes }];
}

const EMPTY: DrawnShape = {
  box: null,
  text: [],
  clientData: undefined,
  placeholder: 0,
  picture: 0,
  form: 0,
  cells: null,
};

function readShape(data: Buffer, transform: Transform): DrawnShape[] {
  const atom = recordsIn(data, SHAPE_ATOM)[0];
  if (atom === undefined || atom.data.length < 8 || (atom.data.readUInt32LE(4) & IS_DELETED) !== 0) return [];
  const clientData = recordsIn(data, CLIENT_DATA)[0]?.data;
  return [
    {
      box: boxOf(data, transform),
      text: recordsIn(recordsIn(data, TEXT_BOX)[0]?.data),
      clientData,
      placeholder: findRecord(clientData, PLACEHOLDER)?.data[4] ?? 0,
      picture: properties(data, PROPERTIES).get(PICTURE) ?? 0,
      form: atom.instance,
      cells: null,
    },
  ];
}

function boxOf(shape: Buffer, transform: Transform): Box | null {
  const place = recordsIn(shape, PLACE)[0]?.data;
  const child = recordsIn(shape, CHILD_PLACE)[0]?.data;
  if (child !== undefined && child.length >= 16) return transform(edges(child, [0, 4, 8, 12], true));
  if (place === undefined || place.length < 8) return null;
  return place.length >= 16 ? edges(place, [4, 0, 8, 12], true) : edges(place, [2, 0, 4, 6], false);
}

/** Offsets of left, top, right and bottom. */
function edges(
  data: Buffer,
  [left, top, right, bottom]: readonly [number, number, number, number],
  isWide: boolean,
): Box {
  const read = (at: number): number => (isWide ? data.readInt32LE(at) : data.readInt16LE(at)) * EMU_PER_UNIT;
  return { left: read(left), top: read(top), right: read(right), bottom: read(bottom) };
}

/** Maps the coordinate system of a group to the slide. */
function insideOf(group: Buffer | undefined, box: Box | null): Transform | null {
  const place = recordsIn(group, GROUP_PLACE)[0]?.data;
  if (place === undefined || place.length < 16 || box === null) return null;
  const own = edges(place, [0, 4, 8, 12], true);
  const across = (box.right - box.left) / (own.right - own.left || 1);
  const down = (box.bottom - box.top) / (own.bottom - own.top || 1);
  return ({ left, top, right, bottom }) => ({
    left: box.left + (left - own.left) * across,
    top: box.top + (top - own.top) * down,
    right: box.left + (right - own.left) * across,
    bottom: box.top + (bottom - own.top) * down,
  });
}

/** Values of a list of properties by their number. */
function properties(shape: Buffer, type: number): ReadonlyMap<number, number> {
  const list = recordsIn(shape, type)[0];
  const values = new Map<number, number>();
  if (list === undefined) return values;
  for (let index = 0; index < list.instance && index * 6 + 6 <= list.data.length; index++) {
    values.set(list.data.readUInt16LE(index * 6) & 0x3fff, list.data.readUInt32LE(index * 6 + 2));
  }
  return values;
}
