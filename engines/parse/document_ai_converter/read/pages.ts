/** The pages of a source of either kind, PDF or image file. */
import { NO_MONOSPACE } from '../../pages/page/monospace-fonts.ts';
import type { MonospaceFonts } from '../../pages/page/monospace-fonts.ts';
import type { OutlineEntry } from '../../pages/page/outline.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';
import type { Picture } from '../../pages/page/picture.ts';
import type { Remark } from '../../pages/page/remark.ts';
import type { DocumentAiRuntime, ParsedDocument, ParsedImage, ParseWarning } from '../../documents/types.ts';
import type { Raster } from '../raster/raster.ts';
import { openPictures } from './image-files.ts';

/** What a PDF has of a page. */
export interface SourcePage {
  readonly page: ExtractedPage;
  readonly pictures: readonly Picture[];
  /** Comments of reviewers, if they are wanted. */
  readonly remarks: readonly Remark[];
  readonly warnings: readonly ParseWarning[];
}

/** The pages of a source, by their numbers from 1. */
export interface Pages {
  readonly count: number;
  /** Metadata of the document from the file. */
  readonly facts: Partial<Omit<ParsedDocument, 'markdown'>>;
  readonly outline: readonly OutlineEntry[];
  /** The monospaced fonts of the pages with these numbers. */
  readonly survey: (numbers: readonly number[]) => Promise<MonospaceFonts>;
  /** Warnings about the file. */
  readonly warnings: readonly ParseWarning[];
  /** A page with its text layer; `null` for a picture, and when it cannot be read. */
  readonly extract: (number: number, monoFonts: MonospaceFonts) => Promise<SourcePage | null>;
  /** The files of the pictures of all pages that were extracted. */
  readonly images: () => readonly ParsedImage[];
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
    warnings: [],
    survey: async () => NO_MONOSPACE,
    extract: async () => null,
    images: () => [],
    picture: (number) => pictures.read(number - 1),
    close: () => {},
  };
}
