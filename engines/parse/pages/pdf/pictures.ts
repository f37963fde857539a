/** Extracts embedded pictures of a page as files. */

import { createHash } from 'node:crypto';
import type { Picture } from '../page/picture.ts';
import type { ParsedImage } from '../../documents/types.ts';
import type { DrawnImage } from './drawings.ts';
import { readCString } from './file/pdfium.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';
import { encodePng } from './png.ts';
import type { Pixels } from './png.ts';

/** The picture files of some pages. Each picture is one file, no matter how often it is shown. */
export interface PictureFiles {
  readonly images: Map<string, ParsedImage>;
  bytes: number;
  /** Pictures left out because of the limits. */
  omitted: number;
}

export const emptyPictureFiles = (): PictureFiles => ({ images: new Map(), bytes: 0, omitted: 0 });

/** Limits per page, and for all pages that share {@link PictureFiles}. */
const MAX_PICTURES_OF_PAGE = 40; // the most of a sample: 17, pdfa_005
const MAX_PICTURES = 400; // ten pages with as many as a page may have
const MAX_BYTES = 48 * 1024 * 1024; // bounds what a page range holds in memory
/** Larger ones take too much time and memory to decode. */
const MAX_PIXELS = 20_000_000; // 60 MB once decoded to RGB
const MAX_STREAM = 24 * 1024 * 1024; // half of MAX_BYTES: one picture does not use it up
/** Smaller ones, in pixels and in points, are bullets, icons and pieces of a larger picture. */
const MIN_PIXELS = 24; // icons are 16 or 20 pixels wide
const MIN_POINTS = 20; // two lines of text
/** Pictures with a larger ratio of length to breadth are rules and borders. */
const MAX_RATIO = 12; // a banner of 728 × 90 pixels is 8 : 1
/** An image that compresses below this share of its pixels' bytes has no content: a shade, a gradient. */
const MIN_CONTENT = 0.005; // deflate shrinks one colour to .001
/** A picture that covers more than this share of a page is its background or its scan. */
const MAX_PAGE_SHARE = 0.8; // a scan covers all of its page

export function readPictures(
  pdfium: Pdfium,
  scratch: Scratch,
  drawn: readonly DrawnImage[],
  page: { readonly number: number; readonly width: number; readonly height: number },
  files: PictureFiles,
): Picture[] {
  const pictures: Picture[] = [];
  for (const image of drawn) {
    const { x0, y0, x1, y1 } = image;
    if (!isPicture(pdfium, scratch, image, page)) continue;
    const raw = readStream(pdfium, image.object);
    if (raw === null) continue;
    const name = createHash('sha256').update(raw).digest('hex').slice(0, 16);
    const known = [...files.images.keys()].find((file) => file.startsWith(name));
    if (known !== undefined) {
      pictures.push({ kind: 'picture', name: known, description: '', x0, y0, x1, y1 });
      continue;
    }
    if (pictures.length >= MAX_PICTURES_OF_PAGE || files.images.size >= MAX_PICTURES || files.bytes >= MAX_BYTES) {
      files.omitted++;
      continue;
    }
    const file = isPlainJpeg(pdfium, image.object, raw)
      ? { name: `${name}.jpg`, mediaType: 'image/jpeg', bytes: raw, page: page.number }
      : pngFile(pdfium, image.object, name, page.number);
    if (file === null) continue;
    files.images.set(file.name, file);
    files.bytes += file.bytes.length;
    pictures.push({ kind: 'picture', name: file.name, description: '', x0, y0, x1, y1 });
  }
  return pictures;
}

function isPicture(
  pdfium: Pdfium,
  scratch: Scratch,
  { object, x0, y0, x1, y1 }: DrawnImage,
  page: { readonly width: number; readonly height: number },
): boolean {
  const [width, height] = [Math.min(x1, page.width) - Math.max(x0, 0), Math.min(y1, page.height) - Math.max(y0, 0)];
  if (Math.min(width, height) < MIN_POINTS || Math.max(width / height, height / width) > MAX_RATIO) return false;
  if (width * height > MAX_PAGE_SHARE * page.width * page.height) return false;
  if (!pdfium.FPDFImageObj_GetImagePixelSize(object, scratch.at(0), scratch.at(4))) return false;
  const [columns, rows] = [scratch.int32(0), scratch.int32(1)];
  return Math.min(columns, rows) >= MIN_PIXELS && columns * rows <= MAX_PIXELS;
}

/** The raw bytes of an image in the file. */
function readStream(pdfium: Pdfium, object: number): Uint8Array | null {
  const size = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  if (size === 0 || size > MAX_STREAM) return null;
  const buffer = pdfium.malloc(size);
  if (buffer === 0) return null;
  try {
    pdfium.FPDFImageObj_GetImageDataRaw(object, buffer, size);
    return pdfium.memory.HEAPU8.slice(buffer, buffer + size);
  } finally {
    pdfium.free(buffer);
  }
}

/** A JPEG stream that every browser shows: grey or three colours, and no further encoding. */
function isPlainJpeg(pdfium: Pdfium, object: number, raw: Uint8Array): boolean {
  if (pdfium.FPDFImageObj_GetImageFilterCount(object) !== 1) return false;
  const name = readCString(pdfium, (buffer, size) => pdfium.FPDFImageObj_GetImageFilter(object, 0, buffer, size));
  const components = name === 'DCTDecode' ? jpegComponents(raw) : null;
  return components === 1 || components === 3;
}

/** Number of colour components in the frame header; `null` when there is no frame header. */
function jpegComponents(bytes: Uint8Array): number | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return bytes[at + 9] ?? null;
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return null;
}

function pngFile(pdfium: Pdfium, object: number, name: string, page: number): ParsedImage | null {
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object);
  if (bitmap === 0) return null;
  try {
    const pixels = readPixels(pdfium, bitmap);
    if (pixels === null) return null;
    const bytes = encodePng(pixels);
    if (bytes.length < MIN_CONTENT * pixels.data.length) return null;
    return { name: `${name}.png`, mediaType: 'image/png', bytes, page };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Bytes per pixel of PDFium's formats: grey; blue, green, red; these and a filler; these and alpha. */
const GREY = 1;
const FORMAT_BYTES: Readonly<Record<number, number>> = { [GREY]: 1, 2: 3, 3: 4, 4: 4 };
const WITH_ALPHA = 4;

function readPixels(pdfium: Pdfium, bitmap: number): Pixels | null {
  const format = pdfium.FPDFBitmap_GetFormat(bitmap);
  const size = FORMAT_BYTES[format];
  if (size === undefined) return null;
  const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)];
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const from = pdfium.memory.HEAPU8.subarray(start, start + stride * height);
  const channels = format === GREY ? 1 : format === WITH_ALPHA ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = y * stride; x < width; x++, at += size, to += channels) {
      if (channels === 1) {
        data[to] = from[at] ?? 0;
        continue;
      }
      data[to] = from[at + 2] ?? 0;
      data[to + 1] = from[at + 1] ?? 0;
      data[to + 2] = from[at] ?? 0;
      if (channels === 4) data[to + 3] = from[at + 3] ?? 0;
    }
  }
  return { width, height, channels, data };
}
