/** Detects media types by content. File name and declared type only decide what the content leaves open. */
import { legacyOfficeType, zipType } from './containers.ts';
import { signatureType } from './signatures.ts';
import { textType } from './text.ts';

/** Number of bytes inspected at each end of a file. */
export const SNIFF_BYTES = 64 * 1024;

export interface MediaTypeHint {
  /** File name, or `null`. */
  readonly filename: string | null;
  /** `Content-Type` declared by the sender, parameters allowed, or `null`. */
  readonly declared: string | null;
}

/**
 * The media type of a file: lower case, without parameters; `application/octet-stream` when nothing is recognized.
 * `head` is the first {@link SNIFF_BYTES} or more; `tail` is the last ones when `head` is not the whole file, since a
 * zip archive's directory is at the end.
 *
 * Content takes precedence over names: a PDF called `a.docx` is `application/pdf`. Name and declared type choose
 * between types with the same content: CSV or plain text, an encrypted DOCX or PPTX. Zero bytes are `text/plain`.
 */
export function sniffMediaType(head: Uint8Array, hint: MediaTypeHint, tail: Uint8Array = head): string {
  const start = head.subarray(0, SNIFF_BYTES);
  const end = tail.subarray(-SNIFF_BYTES);
  const extension = /\.([a-z0-9]{1,12})$/i.exec(hint.filename?.trim() ?? '')?.[1]?.toLowerCase() ?? '';
  const declared = hint.declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = signatureType(start);
  if (type === 'application/zip') return zipType(start, end, extension);
  if (type === 'application/x-ole-storage') return legacyOfficeType(start, end, extension);
  if (type !== null) return type;
  const text = textType(start, { extension, declared });
  const isCalledPdf = extension === 'pdf' || declared === 'application/pdf';
  if ((text === null || isCalledPdf) && hasLatePdfHeader(start)) return 'application/pdf';
  return text ?? 'application/octet-stream';
}

/** PDF readers accept a header preceded by junk, within the first kilobyte. */
function hasLatePdfHeader(start: Uint8Array): boolean {
  return /%PDF-\d\.\d/.test(Buffer.from(start.subarray(0, 1024)).toString('latin1'));
}
