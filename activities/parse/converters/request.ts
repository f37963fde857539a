/** What converters are asked for, and what they answer. */
import type { ArchiveFiles } from '../../../domain/parse/archive-files.ts';
import type { ConverterEngineId } from '../../../engines/parse/catalog.ts';
import type {
  DocumentFacts,
  DocumentRange,
  PageSpan,
  ParsedImage,
  ParseInput,
  ParseWarning,
} from '../../../engines/parse/documents/index.ts';
import type { Embedded, FormatFile } from '../../../engines/parse/formats/index.ts';
import type { MadeFormat } from '../../../engines/parse/options.ts';

/** `source_bytes` is the size of the whole document. */
export type ConverterRequest = { readonly source_bytes: number } & ((EngineSource & EngineWork) | FormatsWork);

/** An engine and its input, whose bytes are sent beside the request. */
export interface EngineSource {
  readonly engine_id: ConverterEngineId;
  readonly input: Omit<ParseInput, 'bytes'>;
}

/**
 * - `document`: the whole document, or its survey if it turns out to be long. The bytes of the source are sent.
 * - `range`: a part of a long document. The bytes of the source and the survey are sent.
 * - `join`: the document from its parts. The survey and the contents of the parts are sent.
 * - `unpack`: the files of an archive. The bytes of the archive are sent.
 */
export type EngineWork =
  | { readonly kind: 'document' }
  | { readonly kind: 'range'; readonly range: DocumentRange }
  | { readonly kind: 'join' }
  | { readonly kind: 'unpack' };

/** The formats of a document. Its Markdown, its places and the bytes of the images are sent. */
export interface FormatsWork {
  readonly kind: 'formats';
  readonly formats: readonly MadeFormat[];
  readonly title: string | null;
  readonly language: string | null;
  readonly pages: readonly PageSpan[];
  readonly images: readonly Omit<Embedded, 'bytes'>[];
}

/** Describes the bytes that a converter delivers. */
export type ConverterOutput =
  | { readonly kind: 'markdown' | 'places' | 'survey' | 'part' }
  | ({ readonly kind: 'format' } & Omit<FormatFile, 'bytes'>)
  | ({ readonly kind: 'image' } & Omit<ParsedImage, 'bytes'>)
  | { readonly kind: 'file'; readonly ordinal: number; readonly mediaType: string };

export type ConverterAnswer =
  | { readonly kind: 'document'; readonly document: DocumentFacts }
  | { readonly kind: 'long'; readonly ranges: readonly DocumentRange[] }
  | { readonly kind: 'part' }
  | ({ readonly kind: 'unpacked' } & Pick<ArchiveFiles, 'files' | 'has_more'>)
  | { readonly kind: 'formats'; readonly warnings: readonly ParseWarning[] };
