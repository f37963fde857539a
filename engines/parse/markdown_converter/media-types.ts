/** What the Markdown converter reads, for the catalog and for its readers. */
import { IWORK_TYPES } from '../../../platform/media-type/containers.ts';
import { SOURCE_CODE_TYPES } from '../../../platform/media-type/source-code.ts';

/** Each has an entry among the readers. */
export const DOCUMENT_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'text/html',
  'application/xhtml+xml',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.dbf',
  'text/markdown',
  'text/plain',
  'application/epub+zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
  'application/x-ole-storage',
  'application/rtf',
  'message/rfc822',
  'application/mbox',
  'application/ms-tnef',
  'application/pkcs7-mime',
  'text/calendar',
  'application/json',
  'application/x-ndjson',
  'application/x-ipynb+json',
  'application/xml',
  'application/docbook+xml',
  'application/jats+xml',
  'application/x-fictionbook+xml',
  'text/x-opml',
  'image/svg+xml',
  'text/x-latex',
  'text/x-org',
  'text/x-rst',
  'text/x-typst',
  'application/zip',
  'application/x-tar',
  'application/x-7z-compressed',
  'application/gzip',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const MARKDOWN_CONVERTER_TYPES: readonly string[] = [...DOCUMENT_TYPES, ...IWORK_TYPES, ...SOURCE_CODE_TYPES];
