/** Documents inside documents: attachments of messages, members of archives. */
import { ServiceError } from '../../../errors/index.ts';
import { sniffMediaType } from '../../../platform/media-type.ts';
import { assertMarkdown, withOutputLimit } from '../output-limit.ts';
import type { ParsedDocument, ParsedImage, ParseInput, ParseWarning } from '../types.ts';
import { headingLine } from '../shared/markdown/blocks.ts';
import type { Pictures } from './pictures.ts';

/** An archive in an archive in a message: deeper nesting is made to exhaust its reader. */
const MAX_DEPTH = 4;
/** Documents that one source may hold at all levels together. */
const MAX_DOCUMENTS = 2000;
/** Bytes that they may have together, unpacked. */
const MAX_BYTES = 512 * 1024 * 1024;

export interface NestedFile {
  /** Its name as the container gives it. */
  readonly name: string;
  /** Its bytes, unpacked when asked for. Throws `too_large`, `encrypted` or `corrupt`. */
  readonly read: () => Uint8Array;
  /** Media type that the container declares, or `null`. */
  readonly declared: string | null;
  readonly charset?: string | null;
}

/** What one source has used up of what its nested documents may cost. */
export interface NestedBudget {
  documents: number;
  bytes: number;
}

export const newBudget = (): NestedBudget => ({ documents: MAX_DOCUMENTS, bytes: MAX_BYTES });

/** The input for the reader of a nested file, by its own bytes. Throws `too_large` when the source has had its share. */
export function nestedInput(file: NestedFile, parent: ParseInput, depth: number, budget: NestedBudget): ParseInput {
  if (depth > MAX_DEPTH)
    throw tooLarge(`Documents are nested more than ${MAX_DEPTH} deep.`, { limit_depth: MAX_DEPTH });
  budget.documents -= 1;
  const bytes = file.read();
  budget.bytes -= bytes.length;
  if (budget.documents < 0) {
    throw tooLarge(`The source holds more than ${MAX_DOCUMENTS} documents.`, { limit_documents: MAX_DOCUMENTS });
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
    // Page ranges speak of the source, not of what lies inside it.
    options: { ...parent.options, page_range: null },
  };
}

function tooLarge(detail: string, details: Record<string, unknown>): ServiceError {
  return new ServiceError('too_large', detail, details);
}

/** Converts a file inside the one that is being read, by the reader of its own type. Throws what that reader throws. */
export type ConvertNested = (file: NestedFile) => Promise<ParsedDocument>;

export interface Section {
  readonly markdown: string;
  readonly images: readonly ParsedImage[];
  readonly warnings: readonly ParseWarning[];
  /** Why the file was left out; `null` when it was converted. */
  readonly failure: ServiceError | null;
}

export interface SectionOptions {
  /** Plain text of the heading above the section. */
  readonly heading: string;
  /** Tells the section's pictures and notes from those of its neighbours. */
  readonly index: number;
  /** Takes a file that is itself a picture. */
  readonly pictures: Pictures;
  /** Bytes of Markdown that it may come to. */
  readonly room: number;
}

/**
 * Converts a file inside a container to a section below a heading of level 2. What cannot be converted leaves its
 * heading and a warning: the rest of the container is still wanted.
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
    const document = await withOutputLimit(room, () => convert({ ...file, read: () => bytes }));
    const prefix = `${index}-`;
    const markdown = `${title}\n\n${embed(document.markdown, prefix).trim()}`;
    assertMarkdown(markdown, room);
    return {
      markdown,
      images: document.images.map((image) => ({ ...image, name: prefix + image.name, page: null })),
      warnings: document.warnings.map((warning) => ({ ...warning, page: null })),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { markdown: title, images: [], warnings: [leftOut(error)], failure: error };
  }
}

function leftOut(error: ServiceError): ParseWarning {
  return { code: `nested_${error.code}`, message: `A file inside was left out. ${error.message}`, page: null };
}

/** Puts headings below level 2, and a prefix before the names of pictures and notes, outside code. */
function embed(markdown: string, prefix: string): string {
  let fence = '';
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined && (fence === '' || (mark.startsWith(fence) && line.trim() === mark))) {
        fence = fence === '' ? mark : '';
        return line;
      }
      if (fence !== '') return line;
      return line
        .replace(/^#{1,6}(?= )/, (marks) => '#'.repeat(Math.min(6, marks.length + 2)))
        .replaceAll('](images/', `](images/${prefix}`)
        .replaceAll('<img src="images/', `<img src="images/${prefix}`)
        .replace(/\[\^([\w-]+)\]/g, `[^${prefix}$1]`);
    })
    .join('\n');
}
