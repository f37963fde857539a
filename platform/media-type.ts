/** Tells what bytes are by looking at them. The name and the declared type only decide what bytes leave open. */
import { legacyOfficeType, zipType } from './media-type/containers.ts';
import { signatureType } from './media-type/signatures.ts';
import { textType } from './media-type/text.ts';

/** How many bytes of each end of a file are looked at. */
export const SNIFF_BYTES = 64 * 1024;

export interface MediaTypeHint {
  /** Name the file was given, or `null`. */
  readonly filename: string | null;
  /** `Content-Type` the sender declared, parameters allowed, or `null`. */
  readonly declared: string | null;
}

/**
 * The media type of a file: lower case, without parameters; `application/octet-stream` when nothing is recognised.
 * `head` is the first {@link SNIFF_BYTES} or more, `tail` the last ones when `head` is not the whole file: the list of
 * a zip archive's members stands there.
 *
 * Bytes win over names: a PDF called `a.docx` is `application/pdf`. Names and declarations choose between the types that
 * the same bytes can be: CSV or plain text, a DOCX or a PPTX behind the same encryption. Zero bytes are `text/plain`.
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

/** Readers accept a PDF whose header stands after some junk, within the first kilobyte. */
function hasLatePdfHeader(start: Uint8Array): boolean {
  return /%PDF-\d\.\d/.test(Buffer.from(start.subarray(0, 1024)).toString('latin1'));
}
