/** Chapter titles from a book's table of contents. */
import { decodeText, type CharsetOptions } from '../../documents/charset/decode.ts';
import { decodeXml } from '../../documents/charset/xml.ts';
import { attribute, descendants, textContent } from '../../documents/html/dom.ts';
import { parsePage } from '../../documents/html/page.ts';
import { descend, parseXml, textOf, walk } from '../../documents/xml.ts';
import { CHAPTER_TYPE, type Book } from './package.ts';
import { fragmentOf, resolvePath } from './paths.ts';

export interface Title {
  readonly title: string;
  /** Identifier of its place in the file; empty for the file as a whole. */
  readonly fragment: string;
}

/** The titles of each file in the table of contents. */
export function readTitles(book: Book, options: CharsetOptions): ReadonlyMap<string, readonly Title[]> {
  const titles = new Map<string, Title[]>();
  let waiting: string[] = [];
  const { contents } = book;
  const bytes = contents === null ? null : book.read(contents);
  if (contents === null || bytes === null) return titles;
  for (const { address, title } of /\.ncx$/i.test(contents) ? ncxEntries(bytes) : navigationEntries(bytes, options)) {
    const clean = title.replace(/\s+/g, ' ').trim();
    if (clean !== '') waiting.push(clean);
    // The name of a part may lead nowhere: it stands above the first chapter of the part.
    if (address === '') continue;
    const path = resolvePath(contents, address);
    const ofFile = titles.get(path) ?? [];
    for (const one of waiting) ofFile.push({ title: one, fragment: fragmentOf(address) });
    titles.set(path, ofFile);
    waiting = [];
  }
  return titles;
}

interface Entry {
  readonly address: string;
  readonly title: string;
}

function navigationEntries(bytes: Uint8Array, options: CharsetOptions): Entry[] {
  const { text } = decodeText({ bytes, mediaType: CHAPTER_TYPE, charset: null, options });
  const page = parsePage({ text, mediaType: CHAPTER_TYPE });
  const navigations = [...descendants(page)].filter((element) => element.tagName === 'nav');
  const contents = navigations.find((nav) => attribute(nav, 'epub:type') === 'toc') ?? navigations[0];
  if (contents === undefined) return [];
  return [...descendants(contents)]
    .filter(({ tagName, parentNode }) => tagName === 'a' || (tagName === 'span' && parentNode?.nodeName === 'li'))
    .map((entry) => ({ address: attribute(entry, 'href') ?? '', title: textContent(entry) }));
}

function ncxEntries(bytes: Uint8Array): Entry[] {
  return [...walk(parseXml(decodeXml(bytes)))]
    .filter(({ name }) => name === 'navPoint')
    .map((point) => ({
      address: descend(point, 'content')?.attributes['src'] ?? '',
      title: textOf(descend(point, 'navLabel', 'text')),
    }));
}
