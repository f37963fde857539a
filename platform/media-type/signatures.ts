/** Leading bytes of common binary formats, long enough that no text starts with them. */
import { isCms } from './cms.ts';
import { isDbase } from './dbase.ts';

interface Signature {
  readonly type: string;
  /** Latin-1 text of the bytes; `?` stands for any byte. */
  readonly bytes: string;
  readonly offset?: number;
}

const ARCHIVES: readonly Signature[] = [
  { type: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { type: 'application/x-bzip2', bytes: 'BZh?1AY&SY' },
  { type: 'application/x-xz', bytes: '\xfd7zXZ\x00' },
  { type: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { type: 'application/x-7z-compressed', bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/x-tar', bytes: 'ustar', offset: 257 },
  { type: 'application/x-lzip', bytes: 'LZIP\x01' },
  { type: 'application/x-lz4', bytes: '\x04\x22\x4d\x18' },
  { type: 'application/x-compress', bytes: '\x1f\x9d' },
  { type: 'application/x-snappy-framed', bytes: '\xff\x06\x00\x00sNaPpY' },
  { type: 'application/vnd.ms-cab-compressed', bytes: 'MSCF\x00\x00\x00\x00' },
  { type: 'application/x-lzh-compressed', bytes: '-lh?-', offset: 2 },
  { type: 'application/x-archive', bytes: '!<arch>\n' },
  { type: 'application/x-rpm', bytes: '\xed\xab\xee\xdb' },
  { type: 'application/x-xar', bytes: 'xar!\x00' },
  { type: 'application/x-iso9660-image', bytes: '\x01CD001\x01\x00', offset: 32768 },
];

const DATA: readonly Signature[] = [
  { type: 'application/vnd.sqlite3', bytes: 'SQLite format 3\x00' },
  { type: 'application/vnd.apache.parquet', bytes: 'PAR1\x15' },
  { type: 'application/vnd.ms-access', bytes: '\x00\x01\x00\x00Standard ' },
  { type: 'application/avro', bytes: 'Obj\x01' },
  { type: 'application/vnd.apache.arrow.file', bytes: 'ARROW1\x00\x00' },
  { type: 'application/vnd.apache.arrow.file', bytes: 'FEA1' },
  { type: 'application/x-hdf5', bytes: '\x89HDF\r\n\x1a\n' },
  { type: 'application/x-netcdf', bytes: 'CDF\x01' },
  { type: 'application/x-netcdf', bytes: 'CDF\x02' },
  { type: 'application/x-npy', bytes: '\x93NUMPY' },
  { type: 'application/x-python-pickle', bytes: '\x80\x04\x95' },
  { type: 'application/x-python-pickle', bytes: '\x80\x05\x95' },
  { type: 'application/x-matlab-data', bytes: 'MATLAB 5.0 MAT-file' },
  { type: 'application/vnd.tcpdump.pcap', bytes: '\xd4\xc3\xb2\xa1' },
  { type: 'application/vnd.tcpdump.pcap', bytes: '\xa1\xb2\xc3\xd4' },
  { type: 'application/vnd.tcpdump.pcap', bytes: '\x4d\x3c\xb2\xa1' },
  { type: 'application/x-pcapng', bytes: '\x0a\x0d\x0d\x0a????\x4d\x3c\x2b\x1a' },
  { type: 'application/x-plist', bytes: 'bplist00' },
  { type: 'application/x-git-pack', bytes: 'PACK\x00\x00\x00' },
  { type: 'image/vnd.dwg', bytes: 'AC10??\x00' },
  { type: 'image/vnd.dxf', bytes: 'AutoCAD Binary DXF\r\n\x1a\x00' },
  { type: 'application/x-blender', bytes: 'BLENDER' },
  { type: 'model/gltf-binary', bytes: 'glTF\x02\x00\x00\x00' },
];

const PROGRAMS: readonly Signature[] = [
  { type: 'application/x-elf', bytes: '\x7fELF' },
  { type: 'application/vnd.microsoft.portable-executable', bytes: 'MZ?\x00' },
  { type: 'application/wasm', bytes: '\x00asm' },
  { type: 'application/x-mach-binary', bytes: '\xfe\xed\xfa\xce' },
  { type: 'application/x-mach-binary', bytes: '\xfe\xed\xfa\xcf' },
  { type: 'application/x-mach-binary', bytes: '\xce\xfa\xed\xfe' },
  { type: 'application/x-mach-binary', bytes: '\xcf\xfa\xed\xfe' },
  // A Java class has its version (45 or more) where Mach-O has the number of programs.
  { type: 'application/x-mach-binary', bytes: '\xca\xfe\xba\xbe\x00\x00\x00\x01' },
  { type: 'application/x-mach-binary', bytes: '\xca\xfe\xba\xbe\x00\x00\x00\x02' },
  { type: 'application/x-mach-binary', bytes: '\xca\xfe\xba\xbe\x00\x00\x00\x03' },
  { type: 'application/java-vm', bytes: '\xca\xfe\xba\xbe' },
  { type: 'application/vnd.android.dex', bytes: 'dex\n0??\x00' },
  { type: 'application/x-llvm-bitcode', bytes: 'BC\xc0\xde' },
  { type: 'application/x-lua-bytecode', bytes: '\x1bLua' },
];

const IMAGES: readonly Signature[] = [
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
  { type: 'image/vnd.adobe.photoshop', bytes: '8BPS\x00\x02' },
  { type: 'image/jxl', bytes: '\xff\x0a' },
  { type: 'image/jxl', bytes: '\x00\x00\x00\x0cJXL \r\n\x87\n' },
  { type: 'image/vnd.microsoft.icon', bytes: '\x00\x00\x01\x00' },
  { type: 'image/x-xcf', bytes: 'gimp xcf ' },
  { type: 'image/x-exr', bytes: '\x76\x2f\x31\x01' },
  { type: 'image/wmf', bytes: '\xd7\xcd\xc6\x9a' },
  { type: 'image/emf', bytes: ' EMF', offset: 40 },
];

const RECORDINGS: readonly Signature[] = [
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
  { type: 'video/x-ms-asf', bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
  { type: 'video/x-flv', bytes: 'FLV\x01' },
  { type: 'video/mpeg', bytes: '\x00\x00\x01\xba' },
  { type: 'audio/mpeg', bytes: '\xff\xf3' },
  { type: 'audio/mpeg', bytes: '\xff\xf2' },
  { type: 'audio/mpeg', bytes: '\xff\xfa' },
  { type: 'audio/aac', bytes: '\xff\xf1' },
  { type: 'audio/aac', bytes: '\xff\xf9' },
  { type: 'audio/aiff', bytes: 'FORM????AIF' },
  { type: 'audio/amr', bytes: '#!AMR' },
  { type: 'audio/x-caf', bytes: 'caff\x00' },
  { type: 'audio/midi', bytes: 'MThd\x00' },
];

const FONTS: readonly Signature[] = [
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'font/woff2', bytes: 'wOF2' },
  { type: 'font/otf', bytes: 'OTTO\x00' },
  { type: 'font/ttf', bytes: '\x00\x01\x00\x00\x00' },
  { type: 'font/collection', bytes: 'ttcf\x00' },
];

const SIGNATURES: readonly Signature[] = [
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { type: 'application/rtf', bytes: '{\\rtf' },
  { type: 'application/postscript', bytes: '%!PS' },
  { type: 'application/postscript', bytes: '\xc5\xd0\xd3\xc6' },
  { type: 'application/vnd.wordperfect', bytes: '\xffWPC' },
  { type: 'application/onenote', bytes: '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d' },
  { type: 'application/vnd.ms-outlook-pst', bytes: '!BDN' },
  { type: 'application/vnd.ms-htmlhelp', bytes: 'ITSF\x03\x00' },
  { type: 'application/ms-tnef', bytes: '\x78\x9f\x3e\x22' },
  { type: 'application/x-mobipocket-ebook', bytes: 'BOOKMOBI', offset: 60 },
  ...ARCHIVES,
  ...DATA,
  ...PROGRAMS,
  ...IMAGES,
  ...RECORDINGS,
  ...FONTS,
];

/** Netpbm pixmaps: `P` and a digit on the first line, then optional comment lines, then width and height. */
const PIXMAP = /^P[1-7][ \t\r]*\n(?:#[^\n]*\n|\s)*(?:\d+\s+\d+\s|WIDTH\s)|^P[456]\s+\d+\s+\d+\s+(?:\d+\s)?/;

/**
 * The type whose signature the bytes start with, or `null`. Containers (zip, OLE) are identified by their content
 * later.
 */
export function signatureType(head: Uint8Array): string | null {
  const signature = SIGNATURES.find((candidate) => matches(head, candidate));
  if (signature !== undefined) return signature.type;
  if (isDbase(head)) return 'application/vnd.dbf';
  if (isCms(head)) return 'application/pkcs7-mime';
  return PIXMAP.test(Buffer.from(head.subarray(0, 2048)).toString('latin1')) ? 'image/x-portable-anymap' : null;
}

function matches(head: Uint8Array, { bytes, offset = 0 }: Signature): boolean {
  if (head.length < offset + bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== '?' && head[offset + i] !== bytes.charCodeAt(i)) return false;
  }
  return true;
}
