/** Renders pages of a PDF as grey pictures. */

import { ServiceError } from '../../../../errors/index.ts';
import type { Pdfium } from '../../pages/pdf/file/pdfium.ts';
import { luminance } from '../raster/raster.ts';
import type { Raster } from '../raster/raster.ts';

export const DPI = 200; // x-heights of 10 points come to 14 pixels
/** A larger page is rendered with fewer dots per inch. */
const MAX_SIDE = 4000; // A3 at 240 dpi; at most 16 MB of grey pixels
/** PDFium's format with four bytes per pixel: blue, green, red, unused. */
const BGRX = 3;
const WHITE = 0xffffffff;
/** Flag that renders annotations: stamps and filled-in fields are part of the page. */
const ANNOTATIONS = 1;

/** Renders a loaded page. Throws `too_large` when memory is insufficient. */
export function renderPage(pdfium: Pdfium, page: number): Raster {
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const dpi = Math.min(DPI, (MAX_SIDE * 72) / Math.max(wide, high, 1));
  const width = Math.max(1, Math.round((wide * dpi) / 72));
  const height = Math.max(1, Math.round((high * dpi) / 72));
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new ServiceError('too_large', 'A page does not fit into the memory of the converter.');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const bytes = pdfium.memory.HEAPU8;
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0, at = start + y * stride; x < width; x++, at += 4) {
        pixels[y * width + x] = luminance(bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0);
      }
    }
    return { pixels, width, height, dpi };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
