/** Footnotes and endnotes: their references and text ranges. */
import type { Range } from './context.ts';
import type { DocFile } from './file.ts';

export interface DocNote extends Range {
  readonly label: string;
}

/** Notes by the position of their reference, labelled in text order. */
export function readNotes(file: DocFile): ReadonlyMap<number, DocNote> {
  const { main, footnotes, headers, macros, comments } = file.stories;
  const endnotesAt = main + footnotes + headers + macros + comments;
  const all = [
    ...pairs(file.part('footnoteReferences'), file.part('footnoteTexts'), main),
    ...pairs(file.part('endnoteReferences'), file.part('endnoteTexts'), endnotesAt),
  ].sort(([a], [b]) => a - b);
  return new Map(all.map(([place, range], index) => [place, { ...range, label: String(index + 1) }]));
}

/** References are positions with two bytes each; texts are positions in a separate story. */
function pairs(references: Buffer, texts: Buffer, story: number): [place: number, range: Range][] {
  const count = Math.max(0, Math.min(Math.floor((references.length - 4) / 6), texts.length / 4 - 1));
  return Array.from({ length: Math.floor(count) }, (_, index) => [
    references.readUInt32LE(index * 4),
    { start: story + texts.readUInt32LE(index * 4), end: story + texts.readUInt32LE(index * 4 + 4) },
  ]);
}

const BOX_BYTES = 22;
const SHAPE_BYTES = 26;

/** Text boxes by the position of their shape's anchor. */
export function readTextBoxes(file: DocFile): ReadonlyMap<number, Range> {
  const { main, footnotes, headers, macros, comments, endnotes } = file.stories;
  const story = main + footnotes + headers + macros + comments + endnotes;
  const boxes = file.part('textBoxes');
  const count = Math.max(0, Math.floor((boxes.length - 4) / (4 + BOX_BYTES)));
  const byShape = new Map<number, Range>();
  for (let i = 0; i < count; i++) {
    const shape = boxes.readInt32LE((count + 1) * 4 + i * BOX_BYTES + 14);
    byShape.set(shape, { start: story + boxes.readUInt32LE(i * 4), end: story + boxes.readUInt32LE(i * 4 + 4) });
  }
  const shapes = file.part('shapes');
  const anchors = Math.max(0, Math.floor((shapes.length - 4) / (4 + SHAPE_BYTES)));
  const byPosition = new Map<number, Range>();
  for (let i = 0; i < anchors; i++) {
    const box = byShape.get(shapes.readInt32LE((anchors + 1) * 4 + i * SHAPE_BYTES));
    if (box !== undefined) byPosition.set(shapes.readUInt32LE(i * 4), box);
  }
  return byPosition;
}
