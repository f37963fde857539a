/** Converts EPUB books: their files in reading order, as one text. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';
import { languageTag, timestamp } from '../../documents/html/metadata.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle, text, type Inline } from '../../documents/markdown/model.ts';
import { mapInline } from '../../documents/markdown/map-inline.ts';
import { Pictures } from '../shared/pictures.ts';
import type { Anchors } from './anchors.ts';
import { isPicture, readChapters } from './chapters.ts';
import { openBook, readBookMetadata, type Book, type BookItem } from './package.ts';
import { fragmentOf, isInBook, pathOf } from './paths.ts';

/** Throws `encrypted` for a book with DRM, `corrupt`, `too_large`, and `empty` when no file has text. */
export function convertEpub(input: ParseInput): ParsedDocument {
  const book = openBook(input.bytes);
  const chapters = readChapters(book, input.options);
  const pictures = new Pictures(input.options);
  const shown = new Set<string>();
  const surroundings = { book, anchors: chapters.anchors, pictures, shown };
  const blocks = mapInline(chapters.blocks, (inline) => placeInline(inline, surroundings));
  const markdown = writeBlocks(blocks, input.options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The book has no visible text.');
  const unread = chapters.unread.filter((item) =>
    isPicture(item) ? input.options.images === 'extract' && !shown.has(item.path) : true,
  );
  const { title, authors, language, date, properties } = readBookMetadata(book.metadata);
  return documentOf(`${markdown}\n`, {
    title: title ?? headingTitle(blocks),
    authors,
    language: languageTag(language),
    createdAt: timestamp(date),
    images: pictures.all,
    warnings: [
      ...chapters.warnings,
      ...warningOf('chapter_missing', 'Files in the reading order are missing from the book', chapters.missing),
      ...warningOf('book_files_omitted', 'Files of the book that no chapter shows were left out', unread),
    ],
    properties,
  });
}

/** Of a long list, as many paths are named. */
const NAMED = 10;
const NAME_LENGTH = 100;

function warningOf(code: WarningCode, what: string, items: readonly BookItem[]): ParseWarning[] {
  if (items.length === 0) return [];
  const names = items.slice(0, NAMED).map(({ path }) => path.slice(0, NAME_LENGTH));
  const shown = [...names, ...(items.length > NAMED ? ['…'] : [])].join(', ');
  return [{ code, message: `${what}: ${items.length} (${shown}).`, page: null }];
}

interface Surroundings {
  readonly book: Book;
  readonly anchors: Anchors;
  readonly pictures: Pictures;
  /** Paths of the pictures that are stored. */
  readonly shown: Set<string>;
}

/** Internal links lead to headings or become plain text; pictures become separate files. */
function placeInline(inline: Inline, { book, anchors, pictures, shown }: Surroundings): Inline[] {
  const placed = (href: string | null): string | null => {
    if (href === null || !isInBook(href)) return href;
    return anchors.find(pathOf(href), fragmentOf(href));
  };
  if (inline.kind === 'text') {
    return [{ ...inline, format: { ...inline.format, href: placed(inline.format.href) } }];
  }
  if (inline.kind !== 'image') return [inline];
  const href = placed(inline.href);
  if (!isInBook(inline.src)) return [{ ...inline, href }];
  const path = pathOf(inline.src);
  const bytes = book.read(path);
  const src = bytes === null ? null : pictures.add(bytes, path);
  if (src !== null) {
    shown.add(path);
    return [{ ...inline, src, href }];
  }
  return inline.alt === '' ? [] : [text(inline.alt)];
}
