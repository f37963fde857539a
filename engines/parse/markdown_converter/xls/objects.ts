/** Objects on a sheet: text boxes, form controls, pictures, notes on cells, and charts, of which only the number is known. */
import { append } from '../../documents/append.ts';
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { plainParagraphs } from '../../documents/markdown/remarks.ts';
import { findBlip } from '../shared/ole/drawing-pictures.ts';
import { findRecord, recordsIn, type PptRecord } from '../shared/ole/drawing-records.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import type { Note } from '../shared/workbook/cell-content.ts';
import { referenceOf } from '../shared/workbook/grid.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { XlsRecord } from './records.ts';
import { StringReader } from './strings.ts';
import type { XlsWorkbook } from './workbook.ts';

const NOTE = 0x1c;
const OBJECT = 0x5d;
const DRAWING = 0xec;
const TEXT = 0x1b6;

/** Records of drawings ([MS-ODRAW]). */
const SHAPE = 0xf004;
const PROPERTIES = 0xf00b;
const ANCHOR = 0xf010;
const CLIENT_DATA = 0xf011;
const PICTURE_PROPERTY = 0x104;

/** Kinds of objects. */
const CHART = 5;
const PICTURE = 8;
const CHECKBOX = 0x0b;
const OPTION = 0x0c;
const LISTS: ReadonlySet<number> = new Set([0x12, 0x14]);
const NOTE_BOX = 0x19;
/** Part of an object with the state of a checkbox. */
const STATE = 0x12;

export interface PlacedBlocks {
  /** Row and column, from 0. */
  readonly top: number;
  readonly left: number;
  readonly blocks: readonly Block[];
}

export interface SheetObjects {
  readonly placed: readonly PlacedBlocks[];
  readonly notes: readonly Note[];
}

interface DrawnObject {
  readonly kind: number;
  readonly id: number;
  readonly isChecked: boolean;
  words: string;
}

interface Shape {
  readonly top: number;
  readonly left: number;
  /** Number of its picture from 1, or 0. */
  readonly picture: number;
}

/** Of workbooks before Excel 97, objects are only counted. Throws a RangeError for damaged records. */
export function readObjects(
  records: readonly XlsRecord[],
  { isUnicode }: Pick<XlsWorkbook, 'isUnicode'>,
  pictures: PackagePictures,
  omissions: Omissions,
): SheetObjects {
  if (!isUnicode) {
    omissions.leaveOut('objects', records.filter(({ type }) => type === OBJECT || type === NOTE).length);
    return { placed: [], notes: [] };
  }
  const drawing: Buffer[] = [];
  const objects: DrawnObject[] = [];
  const notes: { readonly id: number; readonly on: string; readonly author: string }[] = [];
  for (const { type, parts } of records) {
    const [data = Buffer.alloc(0)] = parts;
    if (type === DRAWING) append(drawing, parts);
    else if (type === OBJECT) objects.push(readObject(data));
    else if (type === TEXT) {
      const object = objects.at(-1);
      if (object !== undefined) object.words = boxText(parts);
    } else if (type === NOTE) {
      const on = referenceOf(data.readUInt16LE(0), data.readUInt16LE(2));
      notes.push({ id: data.readUInt16LE(6), on, author: new StringReader(parts, 8).read(2) });
    }
  }
  const shapes = shapesIn(recordsIn(Buffer.concat(drawing)), 0);
  const placed = objects.map((object, index) => {
    const { top, left, picture } = shapes[index] ?? { top: 0, left: 0, picture: 0 };
    return { top, left, blocks: blocksOf(object, picture, pictures, omissions) };
  });
  const words = new Map(objects.map((object) => [object.id, object.words]));
  return {
    placed: placed.filter(({ blocks }) => blocks.length > 0),
    notes: notes.map(({ id, on, author }) => ({ on, author, time: '', words: words.get(id) ?? '' })),
  };
}

/** Its parts have a type and a length; the first has its kind and number. */
function readObject(data: Buffer): DrawnObject {
  let isChecked = false;
  for (let at = 0; at + 6 <= data.length; at += 4 + data.readUInt16LE(at + 2)) {
    if (data.readUInt16LE(at) === STATE) isChecked = data.readUInt16LE(at + 4) > 0;
  }
  return { kind: data.readUInt16LE(4), id: data.readUInt16LE(6), isChecked, words: '' };
}

/** The characters follow in parts that each begin with their width. */
function boxText([head = Buffer.alloc(0), ...parts]: readonly Buffer[]): string {
  const length = head.readUInt16LE(10);
  let words = '';
  for (const part of parts) {
    if (words.length >= length) break;
    const isWide = ((part[0] ?? 0) & 1) === 1;
    const end = 1 + (length - words.length) * (isWide ? 2 : 1);
    words += part.toString(isWide ? 'utf16le' : 'latin1', 1, Math.min(part.length, end));
  }
  return words;
}

const MAX_DEPTH = 32;

/** The shapes of objects, in the order of these. */
function shapesIn(records: readonly PptRecord[], depth: number): Shape[] {
  return records.flatMap((record): Shape[] => {
    if (record.type !== SHAPE) {
      return record.isContainer && depth < MAX_DEPTH ? shapesIn(recordsIn(record.data), depth + 1) : [];
    }
    if (recordsIn(record.data, CLIENT_DATA).length === 0) return [];
    const anchor = recordsIn(record.data, ANCHOR)[0]?.data;
    const isPlaced = anchor !== undefined && anchor.length >= 8;
    return [
      {
        top: isPlaced ? anchor.readUInt16LE(6) : 0,
        left: isPlaced ? anchor.readUInt16LE(2) : 0,
        picture: pictureOf(recordsIn(record.data, PROPERTIES)[0]),
      },
    ];
  });
}

/** Properties have a number of 14 bits, 2 flags and a value. */
function pictureOf(properties: PptRecord | undefined): number {
  if (properties === undefined) return 0;
  const { data, instance } = properties;
  for (let at = 0; at < instance * 6 && at + 6 <= data.length; at += 6) {
    if ((data.readUInt16LE(at) & 0x3fff) === PICTURE_PROPERTY) return data.readUInt32LE(at + 2);
  }
  return 0;
}

function blocksOf(
  { kind, isChecked, words }: DrawnObject,
  picture: number,
  pictures: PackagePictures,
  omissions: Omissions,
): Block[] {
  if (kind === NOTE_BOX) return [];
  if (kind === CHART) omissions.leaveOut('charts');
  if (LISTS.has(kind)) omissions.leaveOut('lists to choose from');
  if (kind === CHECKBOX || kind === OPTION) {
    const content: Inline[] = [{ kind: 'checkbox', checked: isChecked }, text(words.replace(/\s+/g, ' ').trim())];
    return [{ kind: 'list', items: [{ number: null, blocks: [{ kind: 'paragraph', content }] }] }];
  }
  const shown: Block[] =
    kind === PICTURE && picture > 0
      ? [{ kind: 'paragraph', content: [pictures.ofPart(pictureName(picture), { alt: '' })] }]
      : [];
  return [...shown, ...plainParagraphs(words.split(/[\r\n]+/))];
}

const pictureName = (number: number): string => `picture ${number}`;

const STORE = 0xf001;
/** Size of the data before the picture in an entry of the store. */
const ENTRY = 36;

/** Reads pictures by the names that {@link readObjects} gives them. `drawings` is the group of all drawings. */
export function pictureReader(drawings: Buffer): (name: string) => Uint8Array | null {
  const entries = recordsIn(findRecord(drawings, STORE)?.data);
  const byName = new Map(entries.map(({ data }, index) => [pictureName(index + 1), data]));
  return (name) => {
    const entry = byName.get(name);
    return entry === undefined ? null : findBlip(entry, ENTRY);
  };
}
