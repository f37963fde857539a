/** Books made in a test. */
import { strToU8, zipSync } from 'fflate';

export interface BookParts {
  /** Elements of the package's metadata. */
  readonly metadata?: string;
  /** Content of `nav` in the table of contents. */
  readonly contents?: string;
  /** Further files by path below `OEBPS/`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Files that the manifest names beside the chapters, by path, with their type. */
  readonly items?: Readonly<Record<string, string>>;
  /** Paths of items that come after the chapters in the reading order. */
  readonly spine?: readonly string[];
  /** Content of `META-INF/encryption.xml`. */
  readonly encryption?: string;
}

/** An EPUB 3 with one XHTML file a chapter: `c1.xhtml`, `c2.xhtml` and so on. */
export function makeEpub(chapters: readonly string[], parts: BookParts = {}): Uint8Array {
  const ids = chapters.map((_, index) => `c${index + 1}`);
  const items = [
    ...ids.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`),
    ...Object.entries(parts.items ?? {}).map(
      ([path, type]) => `<item id="${path}" href="${path}" media-type="${type}"/>`,
    ),
  ];
  const references = [...ids, ...(parts.spine ?? [])].map((id) => `<itemref idref="${id}"/>`);
  const page = (body: string): string =>
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" ' +
    `xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>${body}</body></html>`;
  const files: Record<string, string | Uint8Array> = {
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile ' +
      'full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      '<opf:package xmlns:opf="http://www.idpf.org/2007/opf" ' +
      `xmlns:dc="http://purl.org/dc/elements/1.1/"><opf:metadata>${parts.metadata ?? ''}</opf:metadata><opf:manifest><opf:item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join('').replaceAll('<item', '<opf:item')}</opf:manifest><opf:spine><opf:itemref idref="nav"/>${references.join('').replaceAll('<itemref', '<opf:itemref')}</opf:spine></opf:package>`,
    'OEBPS/nav.xhtml': page(`<nav epub:type="toc">${parts.contents ?? ''}</nav>`),
    ...Object.fromEntries(chapters.map((chapter, index) => [`OEBPS/c${index + 1}.xhtml`, page(chapter)])),
    ...Object.fromEntries(Object.entries(parts.files ?? {}).map(([path, content]) => [`OEBPS/${path}`, content])),
  };
  if (parts.encryption !== undefined) files['META-INF/encryption.xml'] = parts.encryption;
  const encoded = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync({ mimetype: [strToU8('application/epub+zip'), { level: 0 }], ...Object.fromEntries(encoded) });
}
