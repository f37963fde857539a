/** Reads the document information of a PDF. */

import { readUtf16, withCString } from './pdfium.ts';
import type { Pdfium } from './pdfium.ts';
import { namesOfTexts, rawObjects } from './raw-objects.ts';
import { readXmp } from './xmp.ts';

export interface Metadata {
  readonly title: string | null;
  readonly authors: readonly string[];
  /** RFC 3339, UTC. */
  readonly createdAt: string | null;
  /** Subject, keywords and what a user defined, if present. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Placeholders that producers write when they have no value. */
const PLACEHOLDER = /^\(?(untitled|anonymous|unspecified|unknown)\)?$/i;

/** Entries of the document information that have a place of their own, or are for programs. */
const KNOWN: ReadonlySet<string> = new Set(
  'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped SourceModified'.split(' '),
);
const FOR_PROGRAMS = /^PTEX\.|^AAPL:|^GTS_/;
const MAX_OWN = 100; // more than forms of programs have
const MAX_VALUE = 1000; // as in other formats

export function readMetadata(pdfium: Pdfium, document: number, bytes: Uint8Array): Metadata {
  const read = (key: string): string | null => {
    const text = withCString(pdfium, key, (pointer) =>
      readUtf16(pdfium, (buffer, size) => pdfium.FPDF_GetMetaText(document, pointer, buffer, size)),
    );
    const value = text.toWellFormed().replace(/\s+/g, ' ').trim();
    return value === '' || PLACEHOLDER.test(value) ? null : value;
  };
  const raw = rawObjects(bytes);
  const xml = raw.stream(raw.trailed('Root') ?? '', 'Metadata');
  const xmp = xml === null ? null : readXmp(xml);
  const own = namesOfTexts(raw.trailed('Info') ?? '').filter((name) => !KNOWN.has(name) && !FOR_PROGRAMS.test(name));
  const properties = new Map<string, string>(xmp?.properties);
  for (const [name, value] of [
    ['subject', read('Subject')],
    ['keywords', read('Keywords')],
    ['producer', read('Producer')],
    ...own.slice(0, MAX_OWN).map((key) => [key, read(key)] as const),
  ] as const) {
    if (value !== null) properties.set(name, value);
  }
  const author = read('Author');
  return {
    title: read('Title') ?? xmp?.title ?? null,
    authors: author === null ? (xmp?.authors ?? []) : splitAuthors(author),
    createdAt: parsePdfDate(read('CreationDate') ?? ''),
    properties: Object.fromEntries([...properties].map(([name, value]) => [name, value.slice(0, MAX_VALUE)])),
  };
}

/** Splits a list of names. "Doe, Jane" stays one name, because only full names are separated at commas. */
export function splitAuthors(text: string): string[] {
  const parts = text.replace(/\s+/g, ' ').split(/;|,? (?:and|&) /);
  return parts
    .flatMap((part) => {
      const names = part.split(',').map((name) => name.trim());
      return names.every((name) => /\S\s+\S/.test(name)) ? names : [part];
    })
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Converts `D:20240131120000+01'00'` to `2024-01-31T11:00:00.000Z`; `null` when it is not a date. Parts from the month
 * on are optional.
 */
export function parsePdfDate(text: string): string | null {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Z+-])(?:(\d\d)'?(\d\d)?)?)?/.exec(text);
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zoneHour, zoneMinute] =
    match;
  const zone = sign === undefined || sign === 'Z' ? 'Z' : `${sign}${zoneHour ?? '00'}:${zoneMinute ?? '00'}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const MAX_CATALOG_BYTES = 4096; // a catalog holds references, no content

/**
 * The language that the catalog declares, as a BCP 47 tag; `null` when there is none, or when the catalog is
 * compressed. PDFium does not expose it, so it is searched for in the file.
 */
export function readLanguage(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The last catalog is the valid one: updates are appended.
  const type = Math.max(file.lastIndexOf('/Type/Catalog'), file.lastIndexOf('/Type /Catalog'));
  if (type === -1) return null;
  const start = Math.max(file.lastIndexOf(' obj', type), type - MAX_CATALOG_BYTES, 0);
  const end = file.indexOf('endobj', type);
  const catalog = file.toString('latin1', start, Math.min(end === -1 ? Infinity : end, type + MAX_CATALOG_BYTES));
  const tag = /\/Lang\s*\(([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\)/.exec(catalog)?.[1];
  return tag ?? null;
}
