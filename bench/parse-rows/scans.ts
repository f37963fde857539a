/** Pictures of papers as a scanner gives them. */
import { rotate } from '../../engines/parse/document_ai_converter/raster/raster.ts';
import { renderPage } from '../../engines/parse/document_ai_converter/read/render-page.ts';
import { openPdf } from '../../engines/parse/pages/pdf/source.ts';
import { bmpOf } from '../../test/support/documents/scans.ts';
import { Random } from '../../test/support/random.ts';
import type { Paper } from './papers.ts';

/** Most degrees by which a page lies askew, and most by which the grey of a pixel is off. */
const SKEW = 0.7;
const NOISE = 24;

/** A BMP file of each page. */
export async function scansOf({ seed, pages }: Paper, pdf: Uint8Array): Promise<Uint8Array[]> {
  const random = new Random(seed, 'scans');
  const source = await openPdf(pdf);
  try {
    const scans = [];
    for (const index of pages.keys()) {
      const picture = await source.use(index + 1, renderPage);
      if (picture === null) throw new Error(`Page ${index + 1} of paper ${seed} cannot be drawn.`);
      const skewed = rotate(picture, random.between(-SKEW, SKEW));
      scans.push(
        bmpOf({
          ...skewed,
          pixels: skewed.pixels.map((grey) => Math.min(255, Math.max(0, grey + random.between(-NOISE, NOISE)))),
        }),
      );
    }
    return scans;
  } finally {
    source.close();
  }
}
