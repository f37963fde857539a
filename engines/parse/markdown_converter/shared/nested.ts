/** Converts documents inside documents: attachments of messages, members of archives. */
import { ServiceError } from '../../../../errors/index.ts';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { assertMarkdown, withOutputLimit } from '../../documents/output-limit.ts';
import type { ParsedDocument, ParsedImage, ParseInput, ParseWarning } from '../../documents/types.ts';
import { closed } from '../../../text/markdown/closed.ts';
import { fenceReader } from '../../../text/markdown/fences.ts';
import { headingLine } from '../../documents/markdown/blocks.ts';
import type { Pictures } from './pictures.ts';

/** Maximum nesting depth. Deeper nesting is an attack. */
const MAX_DEPTH = 4;
/** Maximum number of documents in one source, over all levels. */
const MAX_DOCUMENTS = 2000;
/** Maximum total size of these, decompressed. */
const MAX_BYTES = 512 * 1024 * 1024;

export interface NestedFile {
  /** Its name in the container. */
  readonly name: string;
  /** Its bytes, decompressed on demand. Throws `too_large`, `encrypted` or `corrupt`. */
  readonly read: () => Uint8Array;
  /** Media type declared by the container, or `null`. */
  readonly declared: string | null;
  readonly charset?: string | null;
  /** For what has no bytes to read: a message inside the storage of another, a file elsewhere, a link. */
  readonly convert?: () => Promise<ParsedDocument>;
  /** Whether its bytes are a range of the container's: they are not counted, because they cannot multiply. */
  readonly isSlice?: boolean;
}

/** How much of its limits a source has used. */
export interface NestedBudget {
  documents: number;
  bytes: number;
}

export const newBudget = (): NestedBudget => ({ documents: MAX_DOCUMENTS, bytes: MAX_BYTES });

/**
 * The reader input for a nested file, typed by its own bytes. Throws `too_large` when the source has exceeded a
 * limit.
 */
export function nestedInput(file: NestedFile, parent: ParseInput, depth: number, budget: NestedBudget): ParseInput {
  if (depth > MAX_DEPTH)
    throw tooLarge(`Documents are nested more than ${MAX_DEPTH} deep.`, { limit_depth: MAX_DEPTH });
  const bytes = file.read();
  if (file.isSlice !== true) {
    budget.documents -= 1;
    budget.bytes -= bytes.length;
  }
  if (budget.documents < 0) {
    throw tooLarge(`The source contains more than ${MAX_DOCUMENTS} documents.`, { limit_documents: MAX_DOCUMENTS });
  }
  if (budget.bytes < 0) {
    throw tooLarge(`The source unpacks to more than ${MAX_BYTES} bytes.`, { limit_bytes: MAX_BYTES });
  }
  const mediaType = sniffMediaType(bytes, { filename: file.name, declared: file.declared });
  return {
    bytes,
    mediaType,
    charset: file.charset ?? null,
    filename: file.name,
    url: null,
    // Page ranges apply to the source, not to nested files.
    options: { ...parent.options, page_range: null },
    ...(parent.passwords && { passwords: parent.passwords }),
  };
}

function tooLarge(detail: string, details: Record<string, unknown>): ServiceError {
  return new ServiceError('too_large', detail, details);
}

/** Converts a nested file with the reader of its type. Throws what that reader throws. */
export type ConvertNested = (file: NestedFile) => Promise<ParsedDocument>;

export interface Section {
  readonly markdown: string;
  readonly images: readonly ParsedImage[];
  readonly warnings: readonly ParseWarning[];
  /** Why the file was skipped; `null` when it was converted. */
  readonly failure: ServiceError | null;
}

export interface SectionOptions {
  /** Plain text of the heading above the section. */
  readonly heading: string;
  /** Makes the section's pictures and notes unique among its siblings. */
  readonly index: number;
  /** Stores a file that is itself a picture. */
  readonly pictures: Pictures;
  /** Maximum size of its Markdown in bytes. */
  readonly room: number;
}

/**
 * Converts a file inside a container to a section with a level 2 heading. A failed file leaves its heading and a
 * warning, so that the rest of the container is still converted.
 */
export async function convertSection(
  file: NestedFile,
  { heading, index, pictures, room }: SectionOptions,
  convert: ConvertNested,
): Promise<Section> {
  const title = headingLine(2, heading.replace(/\s+/g, ' '));
  try {
    const bytes = file.read();
    const picture = pictures.add(bytes, file.name);
    if (picture !== null) return { markdown: `${title}\n\n![](${picture})`, images: [], warnings: [], failure: null };
    const nested = { ...file, read: () => bytes };
    const settings = { prefix: `${index}-`, below: 2 };
    const section = await withOutputLimit(room, () => convertPart(nested, settings, file.convert ?? convert));
    const markdown = `${title}\n\n${section.markdown}`.trimEnd();
    assertMarkdown(markdown, room);
    return { ...section, markdown };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return failed(file.name, error, title);
  }
}

export interface PartOptions {
  /** Makes its pictures and notes unique in the document. */
  readonly prefix: string;
  /** Added to the levels of its headings. */
  readonly below: number;
}

/** Converts a file whose content belongs at a place of the document; a failed file leaves a warning. */
export async function convertPart(
  file: NestedFile,
  { prefix, below }: PartOptions,
  convert: ConvertNested,
): Promise<Section> {
  try {
    const document = await convert(file);
    return {
      markdown: closed(embed(document.markdown, prefix, below).trim()),
      images: document.images.map((image) => ({ ...image, name: prefix + image.name, page: null })),
      warnings: document.warnings.map((warning) => ({ ...warning, page: null })),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return failed(file.name, error, '');
  }
}

const failed = (name: string, error: ServiceError, markdown: string): Section => ({
  markdown,
  images: [],
  warnings: [leftOut(name, error)],
  failure: error,
});

const NAME_LENGTH = 100;

function leftOut(name: string, error: ServiceError): ParseWarning {
  const shown = name.replace(/\s+/g, ' ').slice(0, NAME_LENGTH);
  return { code: `nested_${error.code}`, message: `A nested file was skipped: ${shown}. ${error.message}`, page: null };
}

/** Outside code, moves headings `below` their levels and prefixes the names of pictures and notes. */
function embed(markdown: string, prefix: string, below: number): string {
  const readFence = fenceReader('outermost');
  return markdown
    .split('\n')
    .map((line) => {
      if (readFence(line) !== null) return line;
      return line
        .replace(/(?<=^ {0,3})#{1,6}(?=[ \t]|$)/, (marks) => '#'.repeat(Math.min(6, marks.length + below)))
        .replaceAll('](images/', `](images/${prefix}`)
        .replaceAll('<img src="images/', `<img src="images/${prefix}`)
        .replace(/\[\^([\w-]+)\]/g, `[^${prefix}$1]`);
    })
    .join('\n');
}
