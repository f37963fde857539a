/** Annotations of a page: web links, and the values of form fields. */

import type { Box } from '../page/geometry.ts';
import type { PageFrame } from './page-frame.ts';
import { readCString } from './pdfium.ts';
import type { Pdfium, Scratch } from './pdfium.ts';

/** An area of a page that links to a web address. */
export interface Link extends Box {
  readonly href: string;
}

/** More annotations, or longer addresses, are treated as damage. */
const MAX_ANNOTATIONS = 5000; // the most of a sample: 18, mid_test
const MAX_ADDRESS = 2048; // what browsers and proxies commonly take

/** PDFium's codes: an action that opens an address, and the annotations whose appearance is text of the page. */
const URI_ACTION = 3;
const FREE_TEXT = 3;
const WIDGET = 20;

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

/**
 * Makes the values of form fields, and text boxes over the page, part of its content. The page must then be reopened.
 */
export function flattenFields(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(MAX_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    pdfium.FPDFPage_CloseAnnot(annotation);
    if (subtype !== WIDGET && subtype !== FREE_TEXT) continue;
    pdfium.FPDFPage_Flatten(page, 0);
    return true;
  }
  return false;
}
