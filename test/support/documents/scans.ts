/** Pages as a scanner gives them: pictures of PDFs made in a test. */
import { renderPage } from '../../../engines/parse/document_ai_converter/read/render-page.ts';
import type { Raster } from '../../../engines/parse/document_ai_converter/raster/raster.ts';
import { openPdf } from '../../../engines/parse/pages/pdf/source.ts';
import { makePdf } from './pdf.ts';
import type { PdfPage } from './pdf.ts';

/** The picture of a page, 200 dots an inch. */
export async function scanOf(page: PdfPage): Promise<Raster> {
  const source = await openPdf(makePdf([page]));
  try {
    const picture = await source.use(1, renderPage);
    if (picture === null) throw new Error('The page cannot be drawn.');
    return picture;
  } finally {
    source.close();
  }
}

const HEADER_BYTES = 54;

/** A picture as a BMP file of 24 bits a pixel. */
export function bmpOf({ pixels, width, height }: Raster): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(HEADER_BYTES + stride * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(HEADER_BYTES, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    const row = HEADER_BYTES + (height - 1 - y) * stride;
    for (let x = 0; x < width; x++) file.fill(pixels[y * width + x] ?? 0, row + x * 3, row + x * 3 + 3);
  }
  return file;
}
