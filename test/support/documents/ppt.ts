/** PowerPoint 97 presentations made in a test: slides of shapes with text. */
import { makeCompoundFile } from './compound-file.ts';
import { uint16, uint32 } from './doc.ts';

/** A record; containers hold other records. */
export function pptRecord(
  type: number,
  instance: number,
  isContainer: boolean,
  ...data: readonly Uint8Array[]
): Buffer {
  const bytes = Buffer.concat(data);
  return Buffer.concat([uint16((instance << 4) | (isContainer ? 15 : 0)), uint16(type), uint32(bytes.length), bytes]);
}

const container = (type: number, ...data: readonly Uint8Array[]): Buffer => pptRecord(type, 0, true, ...data);
const atom = (type: number, ...data: readonly Uint8Array[]): Buffer => pptRecord(type, 0, false, ...data);

export interface PptShape {
  readonly text: string;
  /** Number of its placeholder. */
  readonly placeholder?: number;
  /** 0 is a title, 1 body text, 4 other text. */
  readonly kind?: number;
  /** Left, top, right and bottom. */
  readonly box?: readonly [number, number, number, number];
  /** Data of the record of text styles. */
  readonly styles?: Uint8Array;
}

/** A shape whose text is in the outline of its slide, by its place there. */
export function makeReference(place: number): Buffer {
  return container(
    0xf004,
    pptRecord(0xf00a, 1, false, uint32(1), uint32(0)),
    container(0xf00d, atom(3998, uint32(place))),
  );
}

export interface PptSlide {
  readonly shapes: readonly (PptShape | Buffer)[];
  readonly isHidden?: boolean;
  /** Text of the speaker, or another shape on the page of notes. */
  readonly notes?: string | PptShape;
  /** Further records of the slide. */
  readonly records?: readonly Buffer[];
  /** Texts outside the shapes; an empty one is a header alone. */
  readonly outline?: readonly Pick<PptShape, 'kind' | 'text'>[];
}

export function makeShape({ text, kind = 4, box = [0, 0, 100, 100], styles, placeholder }: PptShape): Buffer {
  const [left, top, right, bottom] = box;
  return container(
    0xf004,
    pptRecord(0xf00a, 1, false, uint32(1), uint32(0)),
    atom(0xf010, uint16(top), uint16(left), uint16(right), uint16(bottom)),
    container(0xf00d, ...makeText({ text, kind }), ...(styles === undefined ? [] : [atom(4001, styles)])),
    ...(placeholder === undefined
      ? []
      : [container(0xf011, atom(3011, uint32(0), Buffer.from([placeholder, 0, 0, 0])))]),
  );
}

function makeText({ text, kind = 4 }: Pick<PptShape, 'kind' | 'text'>): Buffer[] {
  const header = atom(3999, uint32(kind));
  return text === '' ? [header] : [header, atom(4000, Buffer.from(text, 'utf16le'))];
}

/** A table: cells with their position, in a group marked as a table. */
export function makeTable(cells: readonly PptShape[]): Buffer {
  const own = container(
    0xf004,
    pptRecord(0xf00a, 0, false, uint32(1), uint32(0)),
    atom(0xf010, uint16(0), uint16(0), uint16(500), uint16(500)),
    pptRecord(0xf122, 1, false, uint16(0x39f), uint32(1)),
  );
  return container(0xf003, own, ...cells.map(makeShape));
}

const MASTER = 0x80000000;
const SHOWS_MASTER = 1;

function makeSlide(type: number, shapes: readonly Buffer[], notesId: number, extra: readonly Buffer[]): Buffer {
  const first = container(0xf004, pptRecord(0xf00a, 0, false, uint32(0), uint32(0)));
  return container(
    type,
    atom(1007, Buffer.alloc(12), uint32(MASTER), uint32(notesId), uint32(SHOWS_MASTER)),
    ...extra,
    container(1036, container(0xf002, container(0xf003, first, ...shapes))),
  );
}

interface PptSettings {
  readonly encrypted?: boolean;
  /** Shapes of the master. */
  readonly master?: readonly PptShape[];
  /** Further streams by name. */
  readonly streams?: Readonly<Record<string, Uint8Array>>;
}

export function makePpt(
  slides: readonly PptSlide[],
  { encrypted = false, master = [], streams = {} }: PptSettings = {},
): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let size = 0;
  const add = (part: Buffer): number => {
    parts.push(part);
    offsets.push(size);
    size += part.length;
    return offsets.length;
  };
  const persist = (reference: number, id: number): Buffer =>
    atom(1011, uint32(reference), Buffer.alloc(8), uint32(id), uint32(0));
  const list = (instance: number, records: readonly Buffer[]): Buffer => pptRecord(4080, instance, true, ...records);
  const slideList: Buffer[] = [];
  const notesList: Buffer[] = [];
  for (const [index, { shapes, isHidden, notes, records = [], outline = [] }] of slides.entries()) {
    const notesId = notes === undefined ? 0 : 500 + index;
    const hidden = atom(1017, Buffer.alloc(10), uint16(isHidden === true ? 4 : 0), Buffer.alloc(4));
    const built = shapes.map((shape) => ('text' in shape ? makeShape(shape) : shape));
    slideList.push(
      persist(add(makeSlide(1006, built, notesId, [hidden, ...records])), 256 + index),
      ...outline.flatMap(makeText),
    );
    if (notes === undefined) continue;
    const shape = typeof notes === 'string' ? { text: notes, kind: 2, placeholder: 12 } : notes;
    notesList.push(persist(add(makeSlide(1008, [makeShape(shape)], 0, [])), notesId));
  }
  const masterList = master.length === 0 ? [] : [persist(add(makeSlide(1016, master.map(makeShape), 0, [])), MASTER)];
  const document = add(container(1000, list(0, slideList), list(1, masterList), list(2, notesList)));
  const directoryAt = size;
  add(atom(6002, uint32((offsets.length << 20) | 1), ...offsets.map(uint32)));
  const editAt = size;
  add(atom(4085, Buffer.alloc(8), uint32(0), uint32(directoryAt), uint32(document), Buffer.alloc(8)));
  const user = atom(4086, uint32(20), uint32(encrypted ? 0xf3d1c4df : 0xe391c05f), uint32(editAt), Buffer.alloc(4));
  return makeCompoundFile({ 'Current User': user, 'PowerPoint Document': Buffer.concat(parts), ...streams });
}
