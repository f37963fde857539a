/** Converts EPUB books: their files in reading order, as one text. */
import { ServiceError } from '../../../../errors/index.ts';
import { decodeText } from '../../documents/charset/decode.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { readBlocks } from '../../documents/html/blocks.ts';
import { languageTag, timestamp } from '../../documents/html/metadata.ts';
import { parsePage } from '../../documents/html/page.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle, text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { mapInline } from '../../documents/markdown/map-inline.ts';
import { Pictures } from '../shared/pictures.ts';
import { Anchors } from './anchors.ts';
import { readTitles } from './navigation.ts';
import { CHAPTER_TYPE, openBook, readBookMetadata, type Book } from './package.ts';
import { bookUrl, fragmentOf, isInBook, pathOf } from './paths.ts';

/** Throws `encrypted` for a book with DRM, `corrupt`, `too_large`, and `empty` when no file has text. */
export function convertEpub(input: ParseInput): ParsedDocument {
  const book = openBook(input.bytes);
  const { chapters, warnings, anchors } = readChapters(book);
  const pictures = new Pictures(input.options);
  const blocks = chapters.flatMap((chapter) =>
    mapInline(chapter, (inline) => placeInline(inline, { book, anchors, pictures })),
  );
  const markdown = writeBlocks(blocks, input.options.tables);
  if (markdown === '') throw new ServiceError('empty', 'The book has no visible text.');
  const { title, authors, language, date, properties } = readBookMetadata(book.metadata);
  return documentOf(`${markdown}\n`, {
    title: title ?? headingTitle(blocks),
    authors,
    language: languageTag(language),
    createdAt: timestamp(date),
    images: pictures.all,
    warnings,
    properties,
  });
}

interface Chapters {
  readonly chapters: readonly (readonly Block[])[];
  readonly warnings: readonly ParseWarning[];
  readonly anchors: Anchors;
}

function readChapters(book: Book): Chapters {
  const titles = readTitles(book);
  const anchors = new Anchors();
  const chapters: Block[][] = [];
  const warnings: ParseWarning[] = [];
  for (const path of book.spine) {
    const bytes = book.read(path);
    if (bytes === null) {
      warnings.push({
        code: 'chapter_missing',
        message: 'A file in the reading order is missing from the book.',
        page: null,
      });
      continue;
    }
    const decoded = decodeText({ bytes, mediaType: CHAPTER_TYPE, charset: null });
    warnings.push(...decoded.warnings);
    const page = parsePage({ text: decoded.text, mediaType: CHAPTER_TYPE });
    const blocks = readBlocks(page, bookUrl(path));
    const title = headingTitle(blocks) === null && blocks.length > 0 ? titles.get(path) : undefined;
    anchors.add(path, page, title ?? null);
    chapters.push(title === undefined ? blocks : [{ kind: 'heading', level: 2, content: [text(title)] }, ...blocks]);
  }
  return { chapters, warnings, anchors };
}

interface Surroundings {
  readonly book: Book;
  readonly anchors: Anchors;
  readonly pictures: Pictures;
}

/** Internal links lead to headings or become plain text; pictures become separate files. */
function placeInline(inline: Inline, { book, anchors, pictures }: Surroundings): Inline[] {
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
  const bytes = book.read(pathOf(inline.src));
  const src = bytes === null ? null : pictures.add(bytes, pathOf(inline.src));
  if (src !== null) return [{ ...inline, src, href }];
  return inline.alt === '' ? [] : [text(inline.alt)];
}
