import type { ExtractedPage } from '../markdown_converter/pdf/extract.ts';
import { NO_MONOSPACE } from '../markdown_converter/pdf/monospace.ts';
import type { MonospaceFonts } from '../markdown_converter/pdf/monospace.ts';
import type { OutlineEntry } from '../markdown_converter/pdf/outline.ts';
import type { ParsedDocument } from '../types.ts';
import { openPictures } from './pictures.ts';
import type { Raster } from './raster.ts';
import type { DocumentAiRuntime } from './runtime.ts';

/** The pages of a source, by their numbers from 1. */
export interface Pages {
  readonly count: number;
  /** What the file tells of the document. */
  readonly facts: Partial<Omit<ParsedDocument, 'markdown'>>;
  readonly outline: readonly OutlineEntry[];
  /** The monospaced fonts of the pages with these numbers. */
  readonly survey: (numbers: readonly number[]) => Promise<MonospaceFonts>;
  /** What the file tells of a page; `null` when it tells nothing. */
  readonly extract: (number: number, monoFonts: MonospaceFonts) => Promise<ExtractedPage | null>;
  /** `null` when the page cannot be drawn. */
  readonly picture: (number: number) => Promise<Raster | null>;
  readonly close: () => void;
}

/** The pages of an image file. Throws `corrupt` or `too_large`. */
export function openImagePages(bytes: Uint8Array, mediaType: string, runtime: DocumentAiRuntime): Pages {
  const pictures = openPictures(bytes, mediaType, runtime);
  return {
    count: pictures.count,
    facts: {},
    outline: [],
    survey: async () => NO_MONOSPACE,
    extract: async () => null,
    picture: (number) => pictures.read(number - 1),
    close: () => {},
  };
}
