/** Figures of a tagged page that have a description (Alt), which stands for them where they cannot be seen. */

import { bounds } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Picture } from '../page/picture.ts';
import type { PageStructure, StructureElement } from '../page/structure.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

export interface Figure extends Box {
  readonly description: string;
}

/** As many objects as drawings are read from. */
const MAX_OBJECTS = 40_000;

/** A figure of which nothing is drawn on the page is at its end. */
export function readFigures(
  pdfium: Pdfium,
  scratch: Scratch,
  page: number,
  frame: PageFrame,
  { roots }: PageStructure,
): Figure[] {
  const boxes = new Map<StructureElement, Box[]>();
  const byMcid = new Map<number, Box[]>();
  const collect = (element: StructureElement, around: Box[] | null): void => {
    let parts = around;
    if (parts === null && element.description !== '') {
      parts = [];
      boxes.set(element, parts);
    }
    for (const child of element.children) {
      if (typeof child !== 'number') collect(child, parts);
      else if (parts !== null) byMcid.set(child, parts);
    }
  };
  for (const root of roots) collect(root, null);
  if (boxes.size === 0) return [];

  const count = Math.min(MAX_OBJECTS, pdfium.FPDFPage_CountObjects(page));
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    const parts = byMcid.get(pdfium.FPDFPageObj_GetMarkedContentID(object));
    const [left, bottom, right, top] = [0, 4, 8, 12].map(scratch.at);
    if (!parts || !pdfium.FPDFPageObj_GetBounds(object, left ?? 0, bottom ?? 0, right ?? 0, top ?? 0)) continue;
    parts.push(frame.box(scratch.float32(0), scratch.float32(1), scratch.float32(2), scratch.float32(3)));
  }
  const end = { x0: 0, y0: frame.height, x1: frame.width, y1: frame.height };
  return [...boxes].map(([{ description }, parts]) => ({
    description,
    ...(parts.length === 0 ? end : bounds(parts)),
  }));
}

/** The pictures with the descriptions of the figures that they are in; the other figures have their description only. */
export function withDescriptions(pictures: readonly Picture[], figures: readonly Figure[]): Picture[] {
  const described = [...pictures];
  for (const { description, x0, y0, x1, y1 } of figures) {
    const at = described.findIndex((picture) => {
      const [x, y] = [(picture.x0 + picture.x1) / 2, (picture.y0 + picture.y1) / 2];
      return picture.name !== null && picture.description === '' && x > x0 && x < x1 && y > y0 && y < y1;
    });
    const picture = described[at];
    if (picture === undefined) described.push({ kind: 'picture', name: null, description, x0, y0, x1, y1 });
    else described[at] = { ...picture, description };
  }
  return described;
}
