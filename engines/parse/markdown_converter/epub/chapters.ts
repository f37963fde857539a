/** Reads the files of a book as chapters, in their order. */
import { attribute, descendants, type HtmlParent } from '../../documents/html/dom.ts';
import { Unfolding } from '../../documents/whole-page/unfold.ts';
import { text, type Block } from '../../documents/markdown/model.ts';
import type { ParseOptions } from '../../options.ts';
import type { ParseWarning } from '../../documents/types.ts';
import { Anchors } from './anchors.ts';
import { hasHeading, showFurtherTitles } from './further-titles.ts';
import { readTitles } from './navigation.ts';
import type { Book, BookItem } from './package.ts';
import { openPages } from './pages.ts';
import { bookUrl, resolvePath } from './paths.ts';

export interface Chapters {
  readonly blocks: readonly Block[];
  readonly anchors: Anchors;
  /** Files in the reading order that do not exist. */
  readonly missing: readonly BookItem[];
  /** Files that were not read, pictures among them. */
  readonly unread: readonly BookItem[];
  readonly warnings: readonly ParseWarning[];
}

export const isPicture = ({ type }: BookItem): boolean => type.startsWith('image/');
const isPage = ({ type }: BookItem): boolean => type === '' || /html|xml|oeb/.test(type);
const isChapter = (item: BookItem): boolean => isPage(item) && !isPicture(item);

/** Pages outside the reading order come after it, if another page links to them. */
export function readChapters(book: Book, options: Pick<ParseOptions, 'hidden' | 'charset'>): Chapters {
  const titles = readTitles(book, options);
  const anchors = new Anchors();
  const others = new Map(book.others.filter(isChapter).map((item) => [item.path, item]));
  const unfolding = new Unfolding(options);
  const pages = openPages(book, book.spine.filter(isChapter), [...others.values()], unfolding, options);
  const blocks: Block[] = [];
  const missing = new Set<BookItem>();
  const spine = new Set(book.spine);
  const unread = new Set([...book.spine, ...book.others]);
  const queue = [...book.spine];
  for (const item of queue) {
    const { path } = item;
    if (isPicture(item)) {
      const picture = { kind: 'image', alt: '', src: bookUrl(path), href: null } as const;
      blocks.push({ kind: 'paragraph', content: [picture] });
      continue;
    }
    if (!isChapter(item)) continue;
    const tree = pages.open(item);
    if (tree === null) {
      if (spine.has(item)) missing.add(item);
      continue;
    }
    unread.delete(item);
    const listed = titles.get(path) ?? [];
    const isTitled = hasHeading(tree);
    showFurtherTitles(tree, isTitled ? listed : listed.slice(1));
    const chapter = pages.read(tree, path);
    const title = !isTitled && chapter.length > 0 ? listed[0]?.title : undefined;
    anchors.add(path, tree, title ?? null);
    if (title !== undefined) blocks.push({ kind: 'heading', level: 2, content: [text(title)] });
    for (const block of chapter) blocks.push(block);
    for (const linked of linksOf(tree, path)) {
      const other = others.get(linked);
      if (other !== undefined) queue.push(other);
      others.delete(linked);
    }
  }
  for (const note of pages.notes()) blocks.push(note);
  return {
    blocks,
    anchors,
    missing: [...missing],
    unread: [...unread].filter((item) => !missing.has(item)),
    warnings: [...pages.warnings, ...unfolding.warnings],
  };
}

function* linksOf(tree: HtmlParent, path: string): Generator<string> {
  for (const element of descendants(tree)) {
    const href = element.tagName === 'a' ? attribute(element, 'href') : null;
    if (href !== null) yield resolvePath(path, href);
  }
}
