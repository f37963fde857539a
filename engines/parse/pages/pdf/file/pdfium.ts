/** PDFium as WebAssembly: loads it, opens documents, and provides helpers for its C interface. */

import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';
import { ServiceError } from '../../../../../errors/index.ts';

/** The C functions that are called. Handles and pointers are numbers; 0 is none. */
const FUNCTIONS = [
  'malloc',
  'free',
  'FPDF_InitLibrary',
  'FPDF_LoadMemDocument',
  'FPDF_CloseDocument',
  'FPDF_GetLastError',
  'FPDF_GetMetaText',
  'FPDF_GetPageCount',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDFPage_GetRotation',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_Transform',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFPath_GetDrawMode',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetClose',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetImageFilterCount',
  'FPDFImageObj_GetImageFilter',
  'FPDFImageObj_GetImageDataRaw',
  'FPDFImageObj_GetBitmap',
  'FPDFBitmap_GetFormat',
  'FPDFBitmap_GetWidth',
  'FPDFBitmap_GetHeight',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_Destroy',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetCharAngle',
  'FPDFText_GetMatrix',
  'FPDFText_GetFontSize',
  'FPDFText_GetFontWeight',
  'FPDFText_GetFontInfo',
  'FPDFText_GetTextObject',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFTextObj_SetTextRenderMode',
  'FPDFDoc_GetAttachmentCount',
  'FPDFDoc_GetAttachment',
  'FPDFPage_Flatten',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetStringValue',
  'FPDFAnnot_CountAttachmentPoints',
  'FPDFAnnot_GetAttachmentPoints',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_GetOptionCount',
  'FPDFAnnot_IsOptionSelected',
  'FPDFAnnot_GetOptionLabel',
  'FPDFAnnot_GetFileAttachment',
  'FPDFAttachment_GetName',
  'FPDF_GetFormType',
  'FPDF_GetXFAPacketCount',
  'FPDF_GetXFAPacketContent',
  'FPDFDOC_InitFormFillEnvironment',
  'FPDFDOC_ExitFormFillEnvironment',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAction',
  'FPDFLink_GetAnnotRect',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDF_StructTree_GetForPage',
  'FPDF_StructTree_Close',
  'FPDF_StructTree_CountChildren',
  'FPDF_StructTree_GetChildAtIndex',
  'FPDF_StructElement_GetType',
  'FPDF_StructElement_GetAltText',
  'FPDF_StructElement_GetAttributeCount',
  'FPDF_StructElement_GetAttributeAtIndex',
  'FPDF_StructElement_Attr_GetValue',
  'FPDF_StructElement_Attr_GetNumberValue',
  'FPDF_StructElement_CountChildren',
  'FPDF_StructElement_GetChildAtIndex',
  'FPDF_StructElement_GetChildMarkedContentID',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
] as const;

type Functions = Readonly<Record<(typeof FUNCTIONS)[number], (...args: number[]) => number>>;

const isFunctions = (functions: object): functions is Functions =>
  FUNCTIONS.every((name) => typeof Reflect.get(functions, name) === 'function');

/** The module's memory as typed arrays. They are replaced when it grows, so read them again for each access. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

const isMemory = (module: object): module is Memory =>
  ['HEAPU8', 'HEAP32', 'HEAPF32', 'HEAPF64'].every((name) => ArrayBuffer.isView(Reflect.get(module, name)));

export type Pdfium = Functions & { readonly memory: Memory };

let loading: Promise<Pdfium> | null = null;

/**
 * The single instance of this process, loaded at the first call. It is synchronous and handles one document at a time.
 */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= instantiate();
  return loading;
}

/** Drops the instance after it trapped, so that the next document starts with sound memory. */
export function discardPdfium(): void {
  loading = null;
}

async function instantiate(): Promise<Pdfium> {
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const module = await PDFiumModule({ wasmBinary: new Uint8Array(wasm).buffer });
  // Uses the raw exports: the module's wrappers check each call, which takes longer than most calls.
  const exports: object = Reflect.get(module, 'wasmExports');
  const functions = Object.fromEntries(FUNCTIONS.map((name) => [name, Reflect.get(exports, name)]));
  if (!isFunctions(functions) || !isMemory(module)) {
    throw new Error('This version of @hyzyla/pdfium lacks functions that the PDF engine calls.');
  }
  const pdfium = { ...functions, memory: module };
  pdfium.FPDF_InitLibrary();
  return pdfium;
}

/** Codes of `FPDF_GetLastError` for encryption: a password is needed, or the security handler is unknown. */
const ENCRYPTED_CODES = new Set([4, 5]);

/** An open document. `close` frees it and its copy of the bytes. */
export interface PdfHandle {
  readonly document: number;
  readonly close: () => void;
}

/**
 * Opens a document without a password, or with the first of the passwords that fits. Throws `ServiceError` with
 * `encrypted` or `corrupt`.
 */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array, passwords: readonly string[] = []): PdfHandle {
  const buffer = pdfium.malloc(bytes.length);
  if (buffer === 0) throw new ServiceError('too_large', 'The document does not fit into the memory of the converter.');
  pdfium.memory.HEAPU8.set(bytes, buffer);
  let [document, code] = [0, 0];
  for (const password of ['', ...passwords]) {
    document = loadDocument(pdfium, buffer, bytes.length, password);
    if (document !== 0) break;
    code = pdfium.FPDF_GetLastError();
    if (!ENCRYPTED_CODES.has(code)) break;
  }
  if (document === 0) {
    pdfium.free(buffer);
    throw ENCRYPTED_CODES.has(code)
      ? isProtected(passwords.length > 0)
      : new ServiceError('corrupt', 'The file is not a PDF or is damaged.');
  }
  return {
    document,
    close: () => {
      pdfium.FPDF_CloseDocument(document);
      pdfium.free(buffer);
    },
  };
}

/** Bytes of PDFium's record of callbacks, of which none is given, and its version. */
const FORM_RECORD_BYTES = 512;
const FORM_RECORD_VERSION = 1;

/** Opens the form of a document, from which values of fields are read; the handle is 0 when it has none. */
export function openForm(pdfium: Pdfium, document: number): { readonly handle: number; readonly close: () => void } {
  if (pdfium.FPDF_GetFormType(document) === 0) return { handle: 0, close: () => undefined };
  const record = pdfium.malloc(FORM_RECORD_BYTES);
  pdfium.memory.HEAPU8.fill(0, record, record + FORM_RECORD_BYTES);
  pdfium.memory.HEAP32[record / 4] = FORM_RECORD_VERSION;
  const handle = pdfium.FPDFDOC_InitFormFillEnvironment(document, record);
  return {
    handle,
    close: () => {
      if (handle !== 0) pdfium.FPDFDOC_ExitFormFillEnvironment(handle);
      pdfium.free(record);
    },
  };
}

function loadDocument(pdfium: Pdfium, buffer: number, size: number, password: string): number {
  const bytes = Buffer.from(`${password}\0`);
  const text = pdfium.malloc(bytes.length);
  pdfium.memory.HEAPU8.set(bytes, text);
  const document = pdfium.FPDF_LoadMemDocument(buffer, size, text);
  pdfium.memory.HEAPU8.fill(0, text, text + bytes.length);
  pdfium.free(text);
  return document;
}

function isProtected(isWrong: boolean): ServiceError {
  const why = isWrong
    ? 'the secret named in options.password_ref does not open it'
    : 'name the secret that has it in options.password_ref';
  return new ServiceError('encrypted', `The PDF is protected by a password: ${why}.`, {
    field: 'options.password_ref',
  });
}

/** Memory for out-parameters. Each accessor reads the number at `index`, in units of its own size. */
export interface Scratch {
  /** Address of the byte at `offset`; 512 bytes are available. */
  readonly at: (offset: number) => number;
  readonly float32: (index: number) => number;
  readonly float64: (index: number) => number;
  readonly int32: (index: number) => number;
  readonly free: () => void;
}

const SCRATCH_BYTES = 512;

export function allocateScratch(pdfium: Pdfium): Scratch {
  const base = pdfium.malloc(SCRATCH_BYTES);
  return {
    at: (offset) => base + offset,
    float32: (index) => pdfium.memory.HEAPF32[base / 4 + index] ?? 0,
    float64: (index) => pdfium.memory.HEAPF64[base / 8 + index] ?? 0,
    int32: (index) => pdfium.memory.HEAP32[base / 4 + index] ?? 0,
    free: () => pdfium.free(base),
  };
}

/**
 * Reads text from a function that fills a buffer with UTF-16LE and returns its size in bytes, including the final zero.
 */
export function readUtf16(pdfium: Pdfium, fill: (buffer: number, capacity: number) => number): string {
  const size = fill(0, 0);
  if (size <= 2) return '';
  const buffer = pdfium.malloc(size);
  try {
    fill(buffer, size);
    return new TextDecoder('utf-16le').decode(pdfium.memory.HEAPU8.slice(buffer, buffer + size - 2));
  } finally {
    pdfium.free(buffer);
  }
}

/**
 * Reads text from a function that fills a buffer with a C string and returns its size in bytes, including the final
 * zero.
 */
export function readCString(pdfium: Pdfium, fill: (buffer: number, capacity: number) => number): string {
  const size = fill(0, 0);
  if (size <= 1) return '';
  const buffer = pdfium.malloc(size);
  try {
    fill(buffer, size);
    return Buffer.from(pdfium.memory.HEAPU8.slice(buffer, buffer + size - 1)).toString('latin1');
  } finally {
    pdfium.free(buffer);
  }
}

/** Calls `use` with the address of `text` as a C string (ASCII). */
export function withCString<T>(pdfium: Pdfium, text: string, use: (pointer: number) => T): T {
  const pointer = pdfium.malloc(text.length + 1);
  try {
    pdfium.memory.HEAPU8.set(Buffer.from(`${text}\0`, 'latin1'), pointer);
    return use(pointer);
  } finally {
    pdfium.free(pointer);
  }
}
