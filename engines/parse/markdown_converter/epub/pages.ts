/** The pages of a book as trees, and their notes. */
import { ServiceError } from '../../../../errors/index.ts';
import { decodeText, type CharsetOptions } from '../../documents/charset/decode.ts';
import { readBlocks } from '../../documents/html/blocks.ts';
import type { HtmlParent } from '../../documents/html/dom.ts';
import { takeNotes, type TakenNotes } from '../../documents/html/notes.ts';
import { parsePage } from '../../documents/html/page.ts';
import { mapInline } from '../../documents/markdown/map-inline.ts';
import type { Block, Inline } from '../../documents/markdown/model.ts';
import type { ParseWarning } from '../../documents/types.ts';
import type { Unfolding } from '../../documents/whole-page/unfold.ts';
import { showDrawnPictures } from './drawn-pictures.ts';
import { CHAPTER_TYPE, type Book, type BookItem } from './package.ts';
import { bookUrl, fragmentOf, isInBook, pathOf } from './paths.ts';

export interface Pages {
  /** `null` for a file that does not exist, or that is outside the reading order and cannot be read. */
  readonly open: (item: BookItem) => HtmlParent | null;
  /** All addresses in the blocks are absolute. */
  readonly read: (tree: HtmlParent, path: string) => Block[];
  /** The notes, after all pages have been read. */
  readonly notes: () => Block[];
  /** Of the decoding of those that were opened. */
  readonly warnings: readonly ParseWarning[];
}

/**
 * Notes may be in any page, so that all trees are held at the same time, which takes some twenty times the size of the
 * pages. In larger books, notes stay where they are.
 */
const MAX_NOTED_BYTES = 8 * 1024 * 1024;

/** `spine` are the pages in reading order, `others` those outside it. */
export function openPages(
  book: Book,
  spine: readonly BookItem[],
  others: readonly BookItem[],
  unfolding: Unfolding,
  options: CharsetOptions,
): Pages {
  const files = new Map<BookItem, Uint8Array | null>([
    ...spine.map((item) => [item, book.read(item.path)] as const),
    ...others.map((item) => [item, unlessDamaged(() => book.read(item.path))] as const),
  ]);
  const isInSpine = new Set(spine);
  const warnings: ParseWarning[] = [];
  const parse = (bytes: Uint8Array): HtmlParent => {
    const decoded = decodeText({ bytes, mediaType: CHAPTER_TYPE, charset: null, options });
    warnings.push(...decoded.warnings);
    const tree = parsePage({ text: decoded.text, mediaType: CHAPTER_TYPE }, { scripts: false });
    showDrawnPictures(tree);
    return tree;
  };
  const open = (item: BookItem): HtmlParent | null => {
    const bytes = files.get(item) ?? null;
    if (bytes === null) return null;
    return isInSpine.has(item) ? parse(bytes) : unlessDamaged(() => parse(bytes));
  };
  const size = [...files.values()].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
  const readPage = (tree: HtmlParent, path: string, noteOf?: TakenNotes['labelOf']): Block[] => {
    unfolding.unfold(tree);
    return mapInline(readBlocks(tree, bookUrl(path), noteOf), (inline) => [withPath(inline, path)]);
  };
  if (size > MAX_NOTED_BYTES) return { open, read: readPage, notes: () => [], warnings };
  const trees = new Map([...spine, ...others].map((item) => [item, open(item)]));
  const pages = [...trees].flatMap(([{ path }, tree]) => (tree === null ? [] : [{ path, tree }]));
  const notes: TakenNotes = takeNotes(pages, {
    targetOf: (href, { path }) => positionOf(href, path),
    read: (note, { path }) => readPage(note, path, notes.labelOf),
    isMutual: true,
  });
  return {
    open: (item) => trees.get(item) ?? null,
    read: (tree, path) => readPage(tree, path, notes.labelOf),
    notes: notes.blocks,
    warnings,
  };
}

/** Files outside the reading order are not needed, so that damaged ones do no harm. */
function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Links within a page name it, because the pages become one text. */
function withPath(inline: Inline, path: string): Inline {
  if (inline.kind === 'text')
    return { ...inline, format: { ...inline.format, href: placed(inline.format.href, path) } };
  return inline.kind === 'image' ? { ...inline, href: placed(inline.href, path) } : inline;
}

const placed = (href: string | null, path: string): string | null =>
  href?.startsWith('#') === true ? bookUrl(path) + href : href;

/** `path#id`; `null` for an address outside the book. */
function positionOf(href: string, path: string): string | null {
  const address = URL.parse(href, bookUrl(path))?.href ?? '';
  return isInBook(address) ? `${pathOf(address)}#${fragmentOf(address)}` : null;
}
