/** The Markdown converter: whole documents in many formats, each with its own reader. */
import { ServiceError } from '../../../errors/index.ts';
import { IWORK_TYPES } from '../../../platform/media-type/containers.ts';
import { SOURCE_CODE_TYPES } from '../../../platform/media-type/source-code.ts';
import { readDecoded, type TextInput } from '../documents/charset/decode.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../documents/types.ts';
import { MARKDOWN_CONVERTER_TYPES, type DocumentType } from './media-types.ts';
import { nestedInput, newBudget, type ConvertNested, type NestedBudget } from './shared/nested.ts';

type Reader = (
  input: ParseInput,
  context: ParseContext,
  convertNested: ConvertNested,
) => ParsedDocument | Promise<ParsedDocument>;

type TextReader = (
  input: TextInput,
  context: ParseContext,
  convertNested: ConvertNested,
) => ParsedDocument | Promise<ParsedDocument>;

const ofText =
  (read: TextReader): Reader =>
  (input, context, convertNested) =>
    readDecoded(input, (decoded) => read(decoded, context, convertNested));

const html = ofText(async (input) => (await import('../documents/whole-page/convert.ts')).convertHtml(input));
const delimited = ofText(async (input) => (await import('./delimited.ts')).convertDelimited(input));
const text = ofText(async (input) => (await import('./text.ts')).convertText(input));
const code = ofText(async (input) => (await import('./source-code.ts')).convertSourceCode(input));
const json = ofText(async (input, context, convertNested) =>
  (await import('./json/index.ts')).convertJson(input, context, convertNested),
);
const xmlDocuments = async () => import('./xml-documents/index.ts');
const iwork: Reader = async (input, _context, convertNested) =>
  (await import('./archive/iwork.ts')).convertIwork(input, convertNested);
const odf: Reader = async (input, context) => (await import('./odf/index.ts')).convertOdf(input, context);
/** Mailboxes are messages to older detections. */
const eml: Reader = async (input, context, convertNested) =>
  (await import('./message/eml.ts')).convertEml(input, context, convertNested);
/** Old Office files and messages are distinguished by content, not by name. */
const ole: Reader = async (input, context, convertNested) =>
  (await import('./compound-file.ts')).convertCompoundFile(input, context, convertNested);

/** Readers are loaded on first use: a process that converts pages holds no PDF library. */
const READERS: Readonly<Record<DocumentType, Reader>> = {
  'application/pdf': async (input, context) => (await import('./pdf/index.ts')).parsePdf(input, context),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (input, _context, convertNested) =>
    (await import('./docx/index.ts')).convertDocx(input, convertNested),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': async (input, context, convertNested) =>
    (await import('./pptx/index.ts')).convertPptx(input, context, convertNested),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (input, context) =>
    (await import('./xlsx/index.ts')).convertXlsx(input, context),
  'application/vnd.oasis.opendocument.text': odf,
  'application/vnd.oasis.opendocument.spreadsheet': odf,
  'application/vnd.oasis.opendocument.presentation': odf,
  'application/vnd.oasis.opendocument.text-flat-xml': odf,
  'application/vnd.oasis.opendocument.spreadsheet-flat-xml': odf,
  'application/vnd.oasis.opendocument.presentation-flat-xml': odf,
  'text/html': html,
  'application/xhtml+xml': html,
  'text/csv': delimited,
  'text/tab-separated-values': delimited,
  'application/vnd.dbf': async (input) => (await import('./dbase.ts')).convertDbase(input),
  'text/markdown': text,
  'text/plain': text,
  'application/epub+zip': async (input) => (await import('./epub/index.ts')).convertEpub(input),
  'application/msword': ole,
  'application/vnd.ms-excel': ole,
  'application/vnd.ms-powerpoint': ole,
  'application/vnd.ms-outlook': ole,
  'application/x-ole-storage': ole,
  'application/rtf': async (input) => (await import('./rtf/index.ts')).convertRtf(input),
  'message/rfc822': eml,
  'application/mbox': eml,
  'application/ms-tnef': async (input, context, convertNested) =>
    (await import('./message/winmail.ts')).convertWinmail(input, context, convertNested),
  'application/pkcs7-mime': async (input, _context, convertNested) =>
    (await import('./message/cms.ts')).convertCms(input, convertNested),
  'application/json': json,
  'application/x-ndjson': json,
  'application/x-ipynb+json': json,
  'application/xml': code,
  'application/docbook+xml': ofText(async (input) => (await xmlDocuments()).convertDocBook(input)),
  'application/jats+xml': ofText(async (input) => (await xmlDocuments()).convertJats(input)),
  'application/x-fictionbook+xml': ofText(async (input) => (await xmlDocuments()).convertFictionBook(input)),
  'text/calendar': ofText(async (input) => (await import('./calendar/index.ts')).convertCalendar(input)),
  'text/x-opml': ofText(async (input) => (await import('./opml.ts')).convertOpml(input)),
  'image/svg+xml': ofText(async (input) => (await import('./svg.ts')).convertSvg(input)),
  'text/x-org': ofText(async (input) => (await import('./org/index.ts')).convertOrg(input)),
  'text/x-rst': ofText(async (input) => (await import('./rst/index.ts')).convertRst(input)),
  'text/x-typst': ofText(async (input) => (await import('./typst/index.ts')).convertTypst(input)),
  'text/x-latex': ofText(async (input) => (await import('./latex/index.ts')).convertLatex(input)),
  'application/zip': async (input, context, convertNested) =>
    (await import('./archive/zip.ts')).convertZip(input, context, convertNested),
  'application/x-tar': async (input, context, convertNested) =>
    (await import('./archive/tar.ts')).convertTar(input, context, convertNested),
  'application/x-7z-compressed': async (input, context, convertNested) =>
    (await import('./archive/seven-zip.ts')).convertSevenZip(input, context, convertNested),
  'application/gzip': async (input, _context, convertNested) =>
    (await import('./archive/gzip.ts')).convertGzip(input, convertNested),
};

const READER_OF: ReadonlyMap<string, Reader> = new Map([
  ...Object.entries(READERS),
  ...IWORK_TYPES.map((type) => [type, iwork] as const),
  ...SOURCE_CODE_TYPES.map((type) => [type, code] as const),
]);

/** Converts a document. Throws `unsupported_type` for a type without a reader, and what that type's reader throws. */
export async function convertDocument(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  return convertAt(0, input, context, newBudget());
}

async function convertAt(
  depth: number,
  input: ParseInput,
  context: ParseContext,
  budget: NestedBudget,
): Promise<ParsedDocument> {
  const reader = READER_OF.get(input.mediaType);
  if (reader === undefined) {
    throw new ServiceError('unsupported_type', `The markdown converter does not read ${input.mediaType}.`, {
      media_type: input.mediaType,
      supported: MARKDOWN_CONVERTER_TYPES,
    });
  }
  if (input.bytes.length === 0) throw new ServiceError('empty', 'The source has zero bytes.');
  context.signal.throwIfAborted();
  return reader(input, context, (file) =>
    convertAt(depth + 1, nestedInput(file, input, depth + 1, budget), context, budget),
  );
}
