/** Converts a slide to blocks: title, shapes in reading order, notes. */
import type { Block } from '../../documents/markdown/model.ts';
import { remarkBlocks } from '../../documents/markdown/remarks.ts';
import { readingOrder } from '../shared/reading-order.ts';
import { isVisible } from '../shared/drawingml/text.ts';
import type { PptContext } from './context.ts';
import { furnitureBlocks, isOmittedFurniture } from './furniture.ts';
import type { SlideEntry } from './presentation.ts';
import { recordsIn } from '../shared/ole/drawing-records.ts';
import { shapesOf, type DrawnShape } from './shapes.ts';
import { tableBlock } from './tables.ts';
import {
  autoNumbersOf,
  OTHER_TEXT,
  readTexts,
  textBlocks,
  titleContent,
  type ShapeText,
  type TextSettings,
} from './text.ts';
import { readMasterBullets } from './text-styles.ts';

const SLIDE_ATOM = 1007;
const SLIDE_INFO = 1017;
const MASTER_STYLES = 4003;
const OUTLINE_TEXT = 3998;
const IS_HIDDEN = 4;
const BODY_STYLES = 1;
/** Kinds of text: titles, and those with the bullets of the master's body. */
const TITLES = [0, 6];
const BODIES = [1, 7, 8];
const NOTES_BODY = [6, 12];
const NOTES = 2;

export function isHidden({ record }: SlideEntry): boolean {
  const info = recordsIn(record.data, SLIDE_INFO)[0]?.data;
  return info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & IS_HIDDEN) !== 0;
}

export function readSlide(slide: SlideEntry, page: number, context: PptContext): Block[] {
  const { masterId, notesId } = referencesOf(slide);
  const outline = readTexts(slide.outline);
  const bullets = masterBullets(masterId, context);
  const said = shapesOf(slide.record.data)
    .map((shape) => ({ ...shape, texts: textsOf(shape, outline) }))
    .filter(({ placeholder, texts }) => !isOmittedFurniture(placeholder, texts, context));
  const isTitle = ({ texts }: { texts: readonly ShapeText[] }): boolean =>
    texts.some(({ kind }) => TITLES.includes(kind));
  const ordered = [...said.filter(isTitle), ...readingOrder(said.filter((shape) => !isTitle(shape)))];
  // Some programs store texts only in the outline.
  const isDrawn = said.some(({ texts }) => texts.some(({ characters }) => characters !== ''));
  const settings = { bullets, numbers: [], hyperlinks: context.hyperlinks };
  return [
    ...(isDrawn ? [] : outline.flatMap((text) => blocksOf(text, settings))),
    ...ordered.flatMap((shape) => readShape(shape, shape.texts, bullets, page, context)),
    ...furnitureBlocks(slide, masterId, context),
    ...(context.showsNotes ? readNotes(notesId, context) : []),
  ];
}

function referencesOf({ record }: SlideEntry): { masterId: number; notesId: number } {
  const atom = recordsIn(record.data, SLIDE_ATOM)[0]?.data;
  if (atom === undefined || atom.length < 20) return { masterId: 0, notesId: 0 };
  return { masterId: atom.readUInt32LE(12), notesId: atom.readUInt32LE(16) };
}

/** Texts in the shape itself, or those that it references in the slide's outline. */
function textsOf({ text }: DrawnShape, outline: readonly ShapeText[]): readonly ShapeText[] {
  const reference = text.find(({ type }) => type === OUTLINE_TEXT)?.data;
  if (reference === undefined || reference.length < 4) return readTexts(text);
  const referred = outline[reference.readUInt32LE(0)];
  return referred === undefined ? [] : [referred];
}

function readShape(
  shape: DrawnShape,
  texts: readonly ShapeText[],
  bullets: readonly boolean[],
  page: number,
  context: PptContext,
): Block[] {
  if (shape.cells !== null) {
    return tableBlock(shape.cells, (cell) => readShape(cell, readTexts(cell.text), [], page, context));
  }
  const settings = { bullets, numbers: autoNumbersOf(shape.clientData), hyperlinks: context.hyperlinks };
  const blocks = texts.flatMap((text) => blocksOf(text, settings));
  if (shape.picture === 0) return blocks;
  const src = context.pictures.show(context.store.read(shape.picture), `slide-${page}`, page);
  if (src === null) return blocks;
  return [{ kind: 'paragraph', content: [{ kind: 'image', alt: '', src, href: null }] }, ...blocks];
}

function blocksOf(text: ShapeText, settings: TextSettings): Block[] {
  if (!TITLES.includes(text.kind)) {
    return textBlocks(text, { ...settings, bullets: BODIES.includes(text.kind) ? settings.bullets : [] });
  }
  const content = titleContent(text, settings.hyperlinks);
  return isVisible(content) ? [{ kind: 'heading', level: 1, content }] : [];
}

function masterBullets(id: number, { presentation }: PptContext): readonly boolean[] {
  const own = presentation.masters.find((master) => master.id === id);
  for (const master of [own, ...presentation.masters]) {
    const styles = recordsIn(master?.record.data, MASTER_STYLES).find(({ instance }) => instance === BODY_STYLES);
    if (styles !== undefined) return readMasterBullets(styles.data, BODY_STYLES);
  }
  return [];
}

/** The speaker notes and other text on their page, as a quote; empty without any. */
function readNotes(id: number, { presentation, hyperlinks }: PptContext): Block[] {
  const notes = id === 0 ? undefined : presentation.notes.find((entry) => entry.id === id);
  if (notes === undefined) return [];
  const blocks = shapesOf(notes.record.data)
    .filter(({ placeholder }) => placeholder === 0 || NOTES_BODY.includes(placeholder))
    .flatMap((shape) => readTexts(shape.text))
    .filter(({ kind }) => kind === NOTES || kind === OTHER_TEXT)
    .flatMap((text) => textBlocks(text, { bullets: [], numbers: [], hyperlinks }));
  return remarkBlocks('Notes:', blocks);
}
