/**
 * Formats inside a container: zip (OOXML, OpenDocument, EPUB) and OLE storage (the old Office formats, encrypted
 * OOXML).
 */

import { zipMembers } from './zip-members.ts';

const OOXML: ReadonlyMap<string, string> = new Map(
  Object.entries({
    word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ppt: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xl: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
);

/** Applications by extension, including templates and macro variants, which have the same format. */
const OOXML_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    docx: 'word',
    docm: 'word',
    dotx: 'word',
    dotm: 'word',
    pptx: 'ppt',
    pptm: 'ppt',
    potx: 'ppt',
    ppsx: 'ppt',
    ppsm: 'ppt',
    xlsx: 'xl',
    xlsm: 'xl',
    xlsb: 'xl',
    xltx: 'xl',
    xltm: 'xl',
  }),
);

/** By extension, for repacked OpenDocument files whose type is no longer the first member. */
const OPEN_DOCUMENT_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    odt: 'application/vnd.oasis.opendocument.text',
    ott: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    ots: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    otp: 'application/vnd.oasis.opendocument.presentation',
  }),
);

const ZIP = 'application/zip';
const EPUB = 'application/epub+zip';

/** The type of a zip archive by the names of its members. */
export function zipType(head: Uint8Array, tail: Uint8Array, extension: string): string {
  const declared = mimetypeMember(head);
  if (declared !== null) return declared;
  const names = zipMembers(head, tail);
  if (names.includes('META-INF/container.xml') && names.some((name) => /\.opf$/i.test(name))) return EPUB;
  if (names.includes('META-INF/manifest.xml') && names.includes('content.xml')) {
    return OPEN_DOCUMENT_EXTENSION.get(extension) ?? ZIP;
  }
  if (isAppleDocument(names)) return APPLE_EXTENSION.get(extension) ?? IWORK;
  if (!names.some((name) => /^\/?(\[content_types\]\.xml|_rels\/\.rels)$/i.test(name))) return ZIP;
  const application =
    [...OOXML.keys()].find((folder) => names.some((name) => name.replace(/^\//, '').startsWith(`${folder}/`))) ??
    OOXML_EXTENSION.get(extension);
  return (application && OOXML.get(application)) ?? ZIP;
}

const APPLE_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    numbers: 'application/vnd.apple.numbers',
    key: 'application/vnd.apple.keynote',
    pages: 'application/vnd.apple.pages',
  }),
);

const IWORK = 'application/vnd.apple.iwork';
export const IWORK_TYPES: readonly string[] = [...APPLE_EXTENSION.values(), IWORK];

/** iWork documents since 2013 hold their content in IWA archives, older ones in an XML file beside their preview. */
function isAppleDocument(names: readonly string[]): boolean {
  if (names.some((name) => /^Index\/.+\.iwa$/.test(name) || name === 'index.apxl')) return true;
  if (names.includes('index.xml') && names.some((name) => name.startsWith('QuickLook/'))) return true;
  return names.includes('Index.zip') && names.some((name) => /^(Metadata|Data)\//.test(name));
}

/** OpenDocument and EPUB store their type, uncompressed, as the first member. */
function mimetypeMember(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, 256)).toString('latin1');
  // The first header has the length of its name at 26, and the name at 30.
  if (head[26] !== 'mimetype'.length || head[27] !== 0 || !text.startsWith('mimetype', 30)) return null;
  const type = /application\/(epub\+zip|vnd\.oasis\.opendocument\.[a-z-]+)/.exec(text)?.[0] ?? null;
  return type?.replace(/-template$/, '') ?? null;
}

/** Streams of an OLE storage that identify the application. */
const STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
];

const LEGACY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    doc: 'application/msword',
    ppt: 'application/vnd.ms-powerpoint',
    xls: 'application/vnd.ms-excel',
    msg: 'application/vnd.ms-outlook',
  }),
);

/**
 * The type of an OLE storage. An encrypted OOXML file is one too. Its inner format is not visible, so the name
 * decides (default: a document); the reader then reports that it is encrypted.
 */
export function legacyOfficeType(head: Uint8Array, tail: Uint8Array, extension: string): string {
  const ends = [head, tail].map((end) => Buffer.from(end.buffer, end.byteOffset, end.byteLength));
  // Searches bytes, because Node's own search for UTF-16 text can loop forever.
  const has = (stream: string): boolean => {
    const name = Buffer.from(`${stream}\0`, 'utf16le');
    return ends.some((end) => end.includes(name));
  };
  const application = OOXML_EXTENSION.get(extension);
  if (has('EncryptedPackage')) return OOXML.get(application ?? 'word') ?? ZIP;
  const stream = STREAMS.find(([name]) => has(name));
  return stream?.[1] ?? LEGACY_EXTENSION.get(extension) ?? 'application/x-ole-storage';
}
