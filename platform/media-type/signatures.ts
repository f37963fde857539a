/** Leading bytes of the binary formats a document service meets, long enough that no text begins like them. */

interface Signature {
  readonly type: string;
  /** Latin-1 text of the bytes; `?` stands for any byte. */
  readonly bytes: string;
  readonly offset?: number;
}

const SIGNATURES: readonly Signature[] = [
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { type: 'application/rtf', bytes: '{\\rtf' },
  { type: 'application/postscript', bytes: '%!PS' },
  { type: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { type: 'application/x-bzip2', bytes: 'BZh?1AY&SY' },
  { type: 'application/x-xz', bytes: '\xfd7zXZ\x00' },
  { type: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { type: 'application/x-7z-compressed', bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/x-tar', bytes: 'ustar', offset: 257 },
  { type: 'application/vnd.sqlite3', bytes: 'SQLite format 3\x00' },
  { type: 'application/vnd.apache.parquet', bytes: 'PAR1\x15' },
  { type: 'application/x-elf', bytes: '\x7fELF' },
  { type: 'application/vnd.microsoft.portable-executable', bytes: 'MZ?\x00' },
  { type: 'application/wasm', bytes: '\x00asm' },
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF8?a' },
  { type: 'image/webp', bytes: 'RIFF????WEBP' },
  { type: 'image/tiff', bytes: 'II*\x00' },
  { type: 'image/tiff', bytes: 'MM\x00*' },
  { type: 'image/bmp', bytes: 'BM????\x00\x00\x00\x00' },
  { type: 'image/jp2', bytes: '\x00\x00\x00\x0cjP  \r\n\x87\n' },
  { type: 'image/avif', bytes: 'ftypavi', offset: 4 },
  { type: 'image/heic', bytes: 'ftyphei', offset: 4 },
  { type: 'image/heif', bytes: 'ftypmif1', offset: 4 },
  { type: 'image/vnd.adobe.photoshop', bytes: '8BPS\x00\x01' },
  { type: 'image/vnd.djvu', bytes: 'AT&TFORM????DJV' },
  { type: 'audio/mp4', bytes: 'ftypM4A', offset: 4 },
  { type: 'video/quicktime', bytes: 'ftypqt', offset: 4 },
  { type: 'video/mp4', bytes: 'ftyp', offset: 4 },
  { type: 'video/x-msvideo', bytes: 'RIFF????AVI ' },
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { type: 'audio/wav', bytes: 'RIFF????WAVE' },
  { type: 'audio/mpeg', bytes: 'ID3\x02' },
  { type: 'audio/mpeg', bytes: 'ID3\x03' },
  { type: 'audio/mpeg', bytes: 'ID3\x04' },
  { type: 'audio/mpeg', bytes: '\xff\xfb' },
  { type: 'audio/flac', bytes: 'fLaC\x00' },
  { type: 'audio/ogg', bytes: 'OggS\x00' },
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'font/woff2', bytes: 'wOF2' },
  { type: 'font/otf', bytes: 'OTTO\x00' },
];

/** The type whose signature the bytes start with, or `null`. Containers (zip, OLE) are told by their content later. */
export function signatureType(head: Uint8Array): string | null {
  return SIGNATURES.find((signature) => matches(head, signature))?.type ?? null;
}

function matches(head: Uint8Array, { bytes, offset = 0 }: Signature): boolean {
  if (head.length < offset + bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== '?' && head[offset + i] !== bytes.charCodeAt(i)) return false;
  }
  return true;
}
