/** Heads, feet, dates and numbers of slides, and the text that their master shows on them. */
import type { Block } from '../../documents/markdown/model.ts';
import { plainParagraphs } from '../../documents/markdown/remarks.ts';
import type { FurnitureKind } from '../shared/slide-furniture.ts';
import type { SlideEntry } from './presentation.ts';
import { recordsIn } from '../shared/ole/drawing-records.ts';
import { shapesOf } from './shapes.ts';
import type { PptContext } from './context.ts';
import { OTHER_TEXT, readTexts, textBlocks, type ShapeText } from './text.ts';

const SLIDE_ATOM = 1007;
const FLAGS_AT = 20;
const SHOWS_MASTER = 1;
const HEADERS_FOOTERS = 4057;
const OF_SLIDES = 3;
const HEADERS_FOOTERS_ATOM = 4058;
const HAS_FOOTER = 32;
const STRING = 4026;
const FOOTER = 2;

/** By the number of the placeholder. */
const KINDS: ReadonlyMap<number, FurnitureKind> = new Map([
  [7, 'date'],
  [8, 'number'],
  [9, 'text'],
  [10, 'text'],
]);

/** Stands for the text that the slide or the presentation has for all its feet. */
const DECLARED = '*';

/** Whether it is a head, foot, date or number that is left out. */
export function isOmittedFurniture(
  placeholder: number,
  texts: readonly ShapeText[],
  { furniture }: PptContext,
): boolean {
  const kind = KINDS.get(placeholder);
  const words = texts.map(({ characters }) => characters).join(' ');
  return kind !== undefined && (words.trim() === DECLARED || !furniture.shows(kind, words));
}

/** The text of the master that is no placeholder, and the foot. */
export function furnitureBlocks(slide: SlideEntry, masterId: number, context: PptContext): Block[] {
  const { presentation, furniture, hyperlinks } = context;
  const atom = recordsIn(slide.record.data, SLIDE_ATOM)[0]?.data;
  const showsMaster = atom !== undefined && atom.length > FLAGS_AT && (atom.readUInt8(FLAGS_AT) & SHOWS_MASTER) !== 0;
  const master = showsMaster ? presentation.masters.find(({ id }) => id === masterId) : undefined;
  const shapes = master === undefined ? [] : shapesOf(master.record.data);
  const own = shapes
    .filter(({ placeholder }) => placeholder === 0)
    .flatMap(({ text }) => readTexts(text))
    .filter(
      ({ kind, characters }) => kind === OTHER_TEXT && characters.trim() !== '' && furniture.shows('text', characters),
    )
    .flatMap((text) => textBlocks(text, { bullets: [], numbers: [], hyperlinks }));
  const foot = footOf(slide, context);
  return [...own, ...(foot !== '' && furniture.shows('text', foot) ? plainParagraphs([foot]) : [])];
}

/** The foot that a slide, or the presentation for all slides, declares; empty without one. */
function footOf({ record }: SlideEntry, { presentation }: PptContext): string {
  const [own] = recordsIn(record.data, HEADERS_FOOTERS);
  const ofAll = recordsIn(presentation.document, HEADERS_FOOTERS).find(({ instance }) => instance === OF_SLIDES);
  const declared = own ?? ofAll;
  const atom = recordsIn(declared?.data, HEADERS_FOOTERS_ATOM)[0]?.data;
  if (atom === undefined || atom.length < 4 || (atom.readUInt8(2) & HAS_FOOTER) === 0) return '';
  const text = recordsIn(declared?.data, STRING).find(({ instance }) => instance === FOOTER);
  return text?.data.toString('utf16le').trim() ?? '';
}
