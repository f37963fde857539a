/** Reads the size of a picture from its header, before anything is decoded: a few bytes can declare gigapixels. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** `null` when the header cannot be read. */
export function imageSize(bytes: Uint8Array, mediaType: string): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return READERS[mediaType]?.(view) ?? null;
  } catch (error) {
    // The header ends early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Readonly<Record<string, (view: DataView) => ImageSize | null>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/bmp': (view) => ({ width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/jp2': jpeg2000Size,
};

/** Reads the segment that starts a frame, in any coding; C4, C8 and CC are other segments in the same range. */
function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (startsFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): ImageSize | null {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (chunk === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8X') return null;
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { width: uint24(24) + 1, height: uint24(27) + 1 };
}

const CODESTREAM_BOX = 0x6a703263; // jp2c
const SIZE_MARKER = 0xff4fff51; // the start of a codestream, and its first segment

/** Reads the size from the codestream, which is what is decoded, rather than from the header of the file around it. */
function jpeg2000Size(view: DataView): ImageSize | null {
  const at = codestreamAt(view);
  if (at === null || view.getUint32(at) !== SIZE_MARKER) return null;
  return {
    width: view.getUint32(at + 8) - view.getUint32(at + 16),
    height: view.getUint32(at + 12) - view.getUint32(at + 20),
  };
}

function codestreamAt(view: DataView): number | null {
  for (let at = 0; ;) {
    const length = view.getUint32(at);
    const header = length === 1 ? 16 : 8;
    if (view.getUint32(at + 4) === CODESTREAM_BOX) return at + header;
    if (length === 0) return null;
    at += Math.max(header, length === 1 ? Number(view.getBigUint64(at + 8)) : length);
  }
}
