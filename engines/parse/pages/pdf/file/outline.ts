/** The outline (bookmarks) of a document. */

import type { OutlineEntry } from '../../page/outline.ts';
import { readUtf16 } from './pdfium.ts';
import type { Pdfium } from './pdfium.ts';

/** Deeper entries are not headings; more entries are damage, such as a circular list. */
const MAX_LEVEL = 5; // Markdown has six levels, and the title takes one
const MAX_SIBLINGS = 500; // the most of a sample: 12 entries, pdffill-demo
const MAX_ENTRIES = 2000; // the most of a sample: 12, pdffill-demo

export function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const read = (parent: number, level: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    for (let count = 0; bookmark !== 0 && count < MAX_SIBLINGS && entries.length < MAX_ENTRIES; count++) {
      const current = bookmark;
      const title = readUtf16(pdfium, (buffer, size) => pdfium.FPDFBookmark_GetTitle(current, buffer, size));
      entries.push({ title, level });
      if (level < MAX_LEVEL) read(current, level + 1);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current);
    }
  };
  read(0, 1);
  return entries;
}
