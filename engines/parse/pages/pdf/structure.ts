/** The structure tree of a tagged page: which marked content is a heading, a list item or a table cell. */

import type { PageStructure, StructureElement } from '../page/structure.ts';
import { readUtf16, withCString } from './file/pdfium.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

/** Larger spans are damage. */
const MAX_SPAN = 1000; // no table has this many columns; damaged files claim millions
/** Deeper elements are ignored. */
const MAX_DEPTH = 40; // the deepest of a sample: 7, nougat_020

/** `null` when the page is not tagged. */
export function readStructure(pdfium: Pdfium, scratch: Scratch, page: number): PageStructure | null {
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return null;
  try {
    const byMcid = new Map<number, StructureElement>();
    // Elements of damaged trees are in several others, or in themselves: each is read once.
    const known = new Set<number>();
    const read = (handle: number, parent: StructureElement | null, depth: number): StructureElement | null => {
      if (handle === 0 || depth > MAX_DEPTH || known.has(handle)) return null;
      known.add(handle);
      const type = readUtf16(pdfium, (buffer, size) => pdfium.FPDF_StructElement_GetType(handle, buffer, size));
      const isCell = type === 'TD' || type === 'TH';
      const children: (StructureElement | number)[] = [];
      const element: StructureElement = {
        type,
        parent,
        children,
        description: type === 'Figure' ? readDescription(pdfium, handle) : '',
        rowSpan: isCell ? readSpan(pdfium, scratch, handle, 'RowSpan') : 1,
        columnSpan: isCell ? readSpan(pdfium, scratch, handle, 'ColSpan') : 1,
      };
      const count = pdfium.FPDF_StructElement_CountChildren(handle);
      for (let index = 0; index < count; index++) {
        const childHandle = pdfium.FPDF_StructElement_GetChildAtIndex(handle, index);
        if (childHandle !== 0) {
          const child = read(childHandle, element, depth + 1);
          if (child !== null) children.push(child);
          continue;
        }
        const mcid = pdfium.FPDF_StructElement_GetChildMarkedContentID(handle, index);
        if (mcid < 0) continue;
        children.push(mcid);
        byMcid.set(mcid, element);
      }
      return element;
    };
    const roots: StructureElement[] = [];
    for (let index = 0; index < pdfium.FPDF_StructTree_CountChildren(tree); index++) {
      const root = read(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), null, 0);
      if (root !== null) roots.push(root);
    }
    return { roots, byMcid };
  } finally {
    pdfium.FPDF_StructTree_Close(tree);
  }
}

function readDescription(pdfium: Pdfium, element: number): string {
  const text = readUtf16(pdfium, (buffer, size) => pdfium.FPDF_StructElement_GetAltText(element, buffer, size));
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}

function readSpan(pdfium: Pdfium, scratch: Scratch, element: number, name: 'RowSpan' | 'ColSpan'): number {
  const count = pdfium.FPDF_StructElement_GetAttributeCount(element);
  return withCString(pdfium, name, (key) => {
    let span = 1;
    for (let index = 0; index < count; index++) {
      const attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index);
      const value = pdfium.FPDF_StructElement_Attr_GetValue(attributes, key);
      if (value !== 0 && pdfium.FPDF_StructElement_Attr_GetNumberValue(value, scratch.at(0))) {
        span = Math.min(MAX_SPAN, Math.max(1, Math.trunc(scratch.float32(0))));
      }
    }
    return span;
  });
}
