/**
 * Texts that PDFium takes for empty: their bounds have no width. A font that is not in the file is replaced by one of
 * PDFium's, whose missing glyphs have no box. So a text of one Chinese character, as recognizers write them, would be
 * left out.
 */

import type { Pdfium, Scratch } from './file/pdfium.ts';

/** PDFium's codes for kinds of objects, and for text that is stroked. */
const TEXT = 1;
const FORM = 5;
const STROKE = 1;

/** PDFium leaves out texts narrower than this, in points. */
const EMPTY = 0.01;
const MAX_OBJECTS = 40_000; // as many as drawings are read from
const MAX_FORM_DEPTH = 6; // as deep as drawings are read

/** Runs `load` while such texts have a width: PDFium widens the bounds of stroked text by the width of the stroke. */
export function withEmptyTexts<T>(pdfium: Pdfium, scratch: Scratch, page: number, load: () => T): T {
  const empty: { readonly object: number; readonly mode: number }[] = [];
  let budget = MAX_OBJECTS;
  const visit = (object: number, depth: number): void => {
    if (budget-- < 0) return;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === TEXT && isEmpty(pdfium, scratch, object)) {
      empty.push({ object, mode: pdfium.FPDFTextObj_GetTextRenderMode(object) });
    } else if (type === FORM && depth < MAX_FORM_DEPTH) {
      const count = pdfium.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++) visit(pdfium.FPDFFormObj_GetObject(object, index), depth + 1);
    }
  };
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(pdfium.FPDFPage_GetObject(page, index), 0);

  for (const { object } of empty) {
    pdfium.FPDFTextObj_SetTextRenderMode(object, STROKE);
    // Bounds are computed again when an object is moved, also by nothing.
    pdfium.FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, 0);
  }
  const loaded = load();
  for (const { object, mode } of empty) pdfium.FPDFTextObj_SetTextRenderMode(object, mode);
  return loaded;
}

function isEmpty(pdfium: Pdfium, scratch: Scratch, object: number): boolean {
  const [left, bottom, right, top] = [0, 1, 2, 3].map((index) => scratch.at(4 * index));
  if (!pdfium.FPDFPageObj_GetBounds(object, left ?? 0, bottom ?? 0, right ?? 0, top ?? 0)) return false;
  return scratch.float32(2) - scratch.float32(0) < EMPTY;
}
