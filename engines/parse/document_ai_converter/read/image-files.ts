/** Decodes image files to grey pictures. */

import { ServiceError } from '../../../../errors/index.ts';
import type { Pdfium } from '../../pages/pdf/file/pdfium.ts';
import { openPdf } from '../../pages/pdf/source.ts';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { loadCanvas, loadTiff } from '../models/runtime.ts';
import type { TiffPage } from '../models/runtime.ts';
import { luminance, scaleInto } from '../raster/raster.ts';
import type { Raster } from '../raster/raster.ts';
import { imageSize } from './image-size.ts';
import type { ImageSize } from './image-size.ts';
import { withSquarePixels } from './pixel-aspect.ts';
import { DPI, renderPage } from './render-page.ts';

/** Larger pictures would need gigabytes once decoded. */
const MAX_PIXELS = 60_000_000; // 240 MB once decoded to RGBA
/** A larger picture is scaled down: its letters have enough pixels. */
const MAX_SIDE = 4000; // as of a rendered page (render-page.ts)
/** The resolution in picture files is unreliable, so pictures are assumed to be pages of this height in inches (A4). */
const PAGE_HEIGHT = 11.7;
/** Minimum assumed resolution: smaller pictures are parts of a page. */
const MIN_DPI = 72; // the nominal resolution of screens

/** The pages of an image file, decoded one at a time. */
export interface Pictures {
  readonly count: number;
  /** The page at `index`, from 0. Throws `corrupt` or `too_large`. */
  readonly read: (index: number) => Promise<Raster>;
}

/** Throws `corrupt` when the file cannot be read, `too_large` when it declares too many pixels. */
export function openPictures(bytes: Uint8Array, mediaType: string, runtime: DocumentAiRuntime): Pictures {
  if (mediaType === 'image/tiff') return openTiff(bytes, runtime);
  return mediaType === 'image/jp2' ? openJpeg2000(bytes) : openPicture(bytes, mediaType, runtime);
}

/** Only the first picture of an animation is read. */
function openPicture(bytes: Uint8Array, mediaType: string, runtime: DocumentAiRuntime): Pictures {
  const size = imageSize(bytes, mediaType);
  if (size === null) throw unreadable();
  checkSize(size);
  const { loadImage, createCanvas } = loadCanvas(runtime);
  return {
    count: 1,
    read: async () => {
      // Applies the EXIF orientation.
      const image = await loadImage(bytes).catch(() => null);
      if (image === null || image.width < 1 || image.height < 1) throw unreadable();
      const { width, height } = image;
      const context = createCanvas(width, height).getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.drawImage(image, 0, 0);
      return toRaster(context.getImageData(0, 0, width, height).data, { width, height });
    },
  };
}

function openTiff(bytes: Uint8Array, runtime: DocumentAiRuntime): Pictures {
  const tiff = loadTiff(runtime);
  const file = new Uint8Array(bytes).buffer;
  const pages = orCorrupt(() => tiff.decode(file).filter((page) => sizeOf(page).width > 0));
  if (pages.length === 0) throw unreadable();
  return {
    count: pages.length,
    read: async (index) => {
      const page = pages[index];
      if (page === undefined) throw unreadable();
      checkSize(sizeOf(page));
      return orCorrupt(() => {
        tiff.decodeImage(file, page);
        const raster = withSquarePixels(toRaster(onWhite(tiff.toRGBA8(page)), sizeOf(page)), page);
        return { ...raster, dpi: assumedDpi(raster) };
      });
    },
  };
}

function openJpeg2000(bytes: Uint8Array): Pictures {
  const size = imageSize(bytes, 'image/jp2');
  if (size === null || size.width < 1 || size.height < 1) throw unreadable();
  checkSize(size);
  return {
    count: 1,
    read: async () => {
      const source = await openPdf(jpeg2000Pdf(bytes, size));
      try {
        const raster = await source.use(1, (pdfium, page) =>
          showsPicture(pdfium, page) ? renderPage(pdfium, page) : null,
        );
        if (raster === null) throw unreadable();
        return { ...raster, dpi: assumedDpi(raster) };
      } finally {
        source.close();
      }
    },
  };
}

/** A PDF whose only page shows a JPEG 2000 picture, one pixel for each that is rendered: PDFium alone decodes it. */
function jpeg2000Pdf(picture: Uint8Array, { width, height }: ImageSize): Uint8Array {
  const [wide, high] = [width, height].map((pixels) => ((pixels * 72) / DPI).toFixed(3));
  const drawing = `${wide} 0 0 ${high} 0 0 cm /P Do`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents 4 0 R /Resources << /XObject << /P ` +
      '5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  const head = `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}`;
  const image =
    `5 0 obj\n<< /Type /XObject /Subtype /Image /Filter /JPXDecode /SMaskInData 1 /Width ${width} /Height ` +
    `${height} /Length ${picture.length} >>\nstream\n`;
  // PDFium rebuilds the missing table of objects.
  return Buffer.concat([
    Buffer.from(head + image, 'latin1'),
    picture,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}

/** Whether the picture on a page can be decoded: PDFium leaves out one that cannot. */
function showsPicture(pdfium: Pdfium, page: number): boolean {
  const bitmap = pdfium.FPDFImageObj_GetBitmap(pdfium.FPDFPage_GetObject(page, 0));
  if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap);
  return bitmap !== 0;
}

const sizeOf = ({ t256, t257 }: TiffPage): ImageSize => ({ width: t256?.[0] ?? 0, height: t257?.[0] ?? 0 });

/** Blends transparent pixels with white, in place. */
function onWhite(colours: Uint8Array): Uint8Array {
  for (let at = 0; at < colours.length; at += 4) {
    const alpha = (colours[at + 3] ?? 255) / 255;
    if (alpha === 1) continue;
    for (let channel = at; channel < at + 3; channel++) {
      colours[channel] = (colours[channel] ?? 0) * alpha + 255 * (1 - alpha);
    }
  }
  return colours;
}

function toRaster(colours: Uint8Array | Uint8ClampedArray, { width, height }: ImageSize): Raster {
  const pixels = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < pixels.length; index++, at += 4) {
    pixels[index] = luminance(colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0);
  }
  const longest = Math.max(width, height);
  const raster = { pixels, width, height, dpi: assumedDpi({ width, height }) };
  return longest > MAX_SIDE ? shrink(raster, MAX_SIDE / longest) : raster;
}

const assumedDpi = ({ width, height }: ImageSize): number => Math.max(MIN_DPI, Math.max(width, height) / PAGE_HEIGHT);

function shrink(raster: Raster, scale: number): Raster {
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const whole = { x0: 0, y0: 0, x1: raster.width, y1: raster.height };
  return { pixels: scaleInto(raster, whole, width, height), width, height, dpi: raster.dpi * scale };
}

function checkSize({ width, height }: ImageSize): void {
  if (width * height <= MAX_PIXELS) return;
  const detail = `The picture has ${width} × ${height} pixels; at most ${MAX_PIXELS / 1e6} million are read.`;
  throw new ServiceError('too_large', detail, { limit_pixels: MAX_PIXELS });
}

function orCorrupt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw unreadable();
  }
}

const unreadable = (): ServiceError =>
  new ServiceError('corrupt', 'The picture is damaged or in an unsupported format.');
