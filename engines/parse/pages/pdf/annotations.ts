/** Annotations of a page: web links, what was filled in, and marks and comments of reviewers. */

import { greatest, least } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import { parsePdfDate } from './file/metadata.ts';
import type { FilledIn } from './looks/filled-in.ts';
import type { Markup } from './looks/markups.ts';
import type { PageFrame } from './page-frame.ts';
import { readCString, readUtf16, withCString } from './file/pdfium.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

/** An area of a page that links to a web address. */
export interface Link extends Box {
  readonly href: string;
}

/** More annotations, or longer addresses, are treated as damage. */
const MAX_ANNOTATIONS = 5000; // the most of a sample: 18, mid_test
const MAX_ADDRESS = 2048; // what browsers and proxies commonly take

const MAX_PASSAGES = 200; // lines of some pages
const MAX_OPTIONS = 1000; // more than people choose from

/** PDFium's codes: an action that opens an address, kinds of annotations, and of fields. */
const URI_ACTION = 3;
const LINK = 2;
const FREE_TEXT = 3;
const STAMP = 13;
const POPUP = 16;
const FILE = 17;
const WIDGET = 20;
const WATERMARK = 24;
/** Those whose looks are text of the page. */
const WITH_LOOKS: ReadonlySet<number> = new Set([FREE_TEXT, STAMP, WIDGET, WATERMARK]);
const UNKNOWN = 0;
const CHECKBOX = 2;
const RADIO = 3;
const COMBO = 4;
const LIST = 5;
const TEXT = 6;
/** Flags of annotations that are not displayed: hidden, or for print only. */
const UNSEEN = 0x02 | 0x20;

const WEB = /^(https?:\/\/[^\s/]|mailto:\S)/i;

export function readLinks(pdfium: Pdfium, scratch: Scratch, document: number, page: number, frame: PageFrame): Link[] {
  const links: Link[] = [];
  const [positionAt, linkAt, boxAt] = [scratch.at(0), scratch.at(4), scratch.at(8)];
  pdfium.memory.HEAP32[positionAt / 4] = 0;
  for (let count = 0; count < MAX_ANNOTATIONS && pdfium.FPDFLink_Enumerate(page, positionAt, linkAt); count++) {
    const link = scratch.int32(1);
    const action = pdfium.FPDFLink_GetAction(link);
    if (action === 0 || pdfium.FPDFAction_GetType(action) !== URI_ACTION) continue;
    const href = readCString(pdfium, (buffer, size) => pdfium.FPDFAction_GetURIPath(document, action, buffer, size));
    if (href.length > MAX_ADDRESS || !WEB.test(href) || !pdfium.FPDFLink_GetAnnotRect(link, boxAt)) continue;
    // A rectangle of PDFium is left, top, right, bottom.
    const [left, top, right, bottom] = [2, 3, 4, 5].map((index) => scratch.float32(index));
    links.push({ href, ...frame.box(left ?? 0, bottom ?? 0, right ?? 0, top ?? 0) });
  }
  return links;
}

/** A rectangle in the page's own coordinates: left, bottom, right, top. */
type Area = readonly [left: number, bottom: number, right: number, top: number];

interface Marked {
  readonly area: Area;
  readonly passages: readonly Area[];
}

/** What a page has besides links, in its own coordinates. */
export interface Annotations {
  readonly filledIn: readonly (Omit<FilledIn, 'box'> & { readonly area: Area })[];
  readonly markups: readonly (Omit<Markup, 'box' | 'passages'> & Marked)[];
  /** Number of fields that have a value, are hidden, and are not among those filled in. */
  readonly hidden: number;
  /** Names of files attached to places of the page. */
  readonly files: readonly string[];
  /** Whether looks of fields, text boxes and stamps are to become content of the page. */
  readonly hasLooks: boolean;
}

/** Reads the annotations of a page. `form` is the document's form, or 0; `showsHidden` adds hidden fields to the others. */
export function readAnnotations(
  pdfium: Pdfium,
  scratch: Scratch,
  form: number,
  page: number,
  showsHidden: boolean,
): Annotations {
  const filledIn: Annotations['filledIn'][number][] = [];
  const markups: Annotations['markups'][number][] = [];
  const files: string[] = [];
  let hasLooks = false;
  let hidden = 0;
  const count = Math.min(MAX_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    hasLooks ||= WITH_LOOKS.has(subtype);
    const isUnseen = (pdfium.FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0;
    if (subtype === FILE) {
      const file = pdfium.FPDFAnnot_GetFileAttachment(annotation);
      if (file !== 0) files.push(fileName(pdfium, file));
    }
    if (isUnseen && subtype === WIDGET && !showsHidden) {
      const value = readValue(pdfium, form, annotation);
      if (value !== null && value !== false && value !== '') hidden++;
    } else if ((!isUnseen || subtype === WIDGET) && subtype !== LINK && subtype !== POPUP) {
      const area = readArea(pdfium, scratch, annotation);
      if (subtype === WIDGET) {
        const value = readValue(pdfium, form, annotation);
        if (value !== null) filledIn.push({ area, value });
      } else if (subtype === FREE_TEXT) {
        filledIn.push({ area, value: readString(pdfium, annotation, 'Contents') });
      } else {
        markups.push(readMarkup(pdfium, scratch, annotation, subtype, area));
      }
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return { filledIn, markups, hidden, files, hasLooks };
}

/** Name of an attached file. */
export const fileName = (pdfium: Pdfium, file: number): string =>
  readUtf16(pdfium, (buffer, size) => pdfium.FPDFAttachment_GetName(file, buffer, size)).toWellFormed();

/** The same in the coordinates for reading. */
export const placed = (
  { filledIn, markups }: Annotations,
  frame: PageFrame,
): { readonly filledIn: readonly FilledIn[]; readonly markups: readonly Markup[] } => ({
  filledIn: filledIn.map(({ area, value }) => ({ box: frame.box(...area), value })),
  markups: markups.map(({ area, passages, ...markup }) => ({
    ...markup,
    box: frame.box(...area),
    passages: passages.map((passage) => frame.box(...passage)),
  })),
});

function readArea(pdfium: Pdfium, scratch: Scratch, annotation: number): Area {
  if (!pdfium.FPDFAnnot_GetRect(annotation, scratch.at(0))) return [0, 0, 0, 0];
  return [scratch.float32(0), scratch.float32(3), scratch.float32(2), scratch.float32(1)];
}

function readString(pdfium: Pdfium, annotation: number, key: string): string {
  return withCString(pdfium, key, (name) =>
    readUtf16(pdfium, (buffer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, name, buffer, size)),
  );
}

function readMarkup(
  pdfium: Pdfium,
  scratch: Scratch,
  annotation: number,
  subtype: number,
  area: Area,
): Annotations['markups'][number] {
  const passages: Area[] = [];
  const count = Math.min(MAX_PASSAGES, pdfium.FPDFAnnot_CountAttachmentPoints(annotation));
  for (let index = 0; index < count; index++) {
    if (!pdfium.FPDFAnnot_GetAttachmentPoints(annotation, index, scratch.at(0))) continue;
    const numbers = Array.from({ length: 8 }, (_, at) => scratch.float32(at));
    const [xs, ys] = [0, 1].map((first) => numbers.filter((_, at) => at % 2 === first));
    passages.push([least(xs ?? []), least(ys ?? []), greatest(xs ?? []), greatest(ys ?? [])]);
  }
  return {
    subtype,
    area,
    passages,
    author: readString(pdfium, annotation, 'T'),
    time: parsePdfDate(readString(pdfium, annotation, 'M')) ?? '',
    // What is to stand in place of text that will be removed is a wish of the reviewer as well.
    text: readString(pdfium, annotation, 'Contents') || readString(pdfium, annotation, 'OverlayText'),
  };
}

/** The value of a field; `null` for a button and a signature. */
function readValue(pdfium: Pdfium, form: number, annotation: number): boolean | string | null {
  const type = form === 0 ? UNKNOWN : pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type <= UNKNOWN) return readOrphan(pdfium, annotation);
  const written = (): string =>
    readUtf16(pdfium, (buffer, size) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size));
  if (type === CHECKBOX || type === RADIO) {
    // The state of one button of a group; services that fill in forms leave it out of boxes.
    const state = readString(pdfium, annotation, 'AS') || (type === CHECKBOX ? written() : '');
    return state !== '' && state !== 'Off';
  }
  if (type === COMBO || type === LIST) {
    const chosen = chosenOptions(pdfium, form, annotation);
    if (chosen.length > 0) return chosen.join(', ');
  } else if (type !== TEXT) return null;
  return written();
}

/** A field that the form does not name has its kind and value in its annotation. */
function readOrphan(pdfium: Pdfium, annotation: number): boolean | string | null {
  const [kind, state] = [readString(pdfium, annotation, 'FT'), readString(pdfium, annotation, 'AS')];
  if (kind === 'Btn') return state === '' ? null : state !== 'Off';
  return kind === 'Tx' || kind === 'Ch' ? readString(pdfium, annotation, 'V') : null;
}

/** What a list shows of the chosen options: their values may be codes. */
function chosenOptions(pdfium: Pdfium, form: number, annotation: number): string[] {
  const count = Math.min(MAX_OPTIONS, pdfium.FPDFAnnot_GetOptionCount(form, annotation));
  const chosen: string[] = [];
  for (let index = 0; index < count; index++) {
    if (!pdfium.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue;
    chosen.push(
      readUtf16(pdfium, (buffer, size) => pdfium.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, size)),
    );
  }
  return chosen;
}
