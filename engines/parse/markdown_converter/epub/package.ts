/** The package of a book: metadata, files and reading order. */
import { ServiceError } from '../../../../errors/index.ts';
import { decodeXml } from '../../documents/charset/xml.ts';
import { childrenOf, descend, parseXml, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { openZip, type ZipArchive } from '../shared/ooxml/zip.ts';
import { resolvePath } from './paths.ts';

/** Of the files in the reading order. */
export const CHAPTER_TYPE = 'application/xhtml+xml';

export interface BookItem {
  readonly path: string;
  /** Media type that the package declares; empty without one. */
  readonly type: string;
}

export interface Book {
  /** Metadata element of the package. */
  readonly metadata: XmlElement | undefined;
  /** The files in reading order. */
  readonly spine: readonly BookItem[];
  /** Files beside these, except those for display and navigation. */
  readonly others: readonly BookItem[];
  /** Path of the table of contents, EPUB 3 before EPUB 2, or `null`. */
  readonly contents: string | null;
  /** Bytes of a file, or `null` when it does not exist. */
  readonly read: (path: string) => Uint8Array | null;
}

/** Opens a book. Throws `encrypted` for a protected one, `corrupt` without a package, `too_large`. */
export function openBook(bytes: Uint8Array): Book {
  const zip = openZip(bytes);
  const path = packagePath(
    zip.members.map(({ name }) => name),
    zip.read('META-INF/container.xml'),
  );
  const content = path === null ? null : zip.read(path);
  if (path === null || content === null) throw new ServiceError('corrupt', 'The book has no package file.');
  const root = parseXml(decodeXml(content));

  const manifest = new Map<string, BookItem & { readonly properties: string }>();
  for (const item of childrenOf(descend(root, 'manifest'), 'item')) {
    const { id = '', href = '', properties = '' } = item.attributes;
    manifest.set(id, { path: resolvePath(path, href), properties, type: item.attributes['media-type'] ?? '' });
  }
  const items = [...manifest.values()];
  const navigation = items.find((item) => item.properties.split(/\s+/).includes('nav'))?.path ?? null;
  const spineElement = descend(root, 'spine');
  const ncx =
    manifest.get(spineElement?.attributes['toc'] ?? '') ??
    items.find((item) => item.type === 'application/x-dtbncx+xml');
  const spine = new Map(
    childrenOf(spineElement, 'itemref')
      .map(({ attributes: { idref = '' } }) => manifest.get(idref) ?? { path: idref, type: '' })
      // The table of contents repeats the headings.
      .filter((item) => item.path !== navigation)
      .map((item) => [item.path, item]),
  );
  refuseProtected(zip.read('META-INF/encryption.xml'), new Set(spine.keys()));
  const isOther = (item: BookItem): boolean =>
    !spine.has(item.path) && item.path !== navigation && item !== ncx && !FOR_DISPLAY.test(item.type);
  return {
    metadata: descend(root, 'metadata'),
    spine: [...spine.values()],
    others: [...items.filter(isOther), ...unlisted(zip.members, new Set(items.map((item) => item.path.toLowerCase())))],
    contents: navigation ?? ncx?.path ?? null,
    read: (name) => zip.read(name),
  };
}

/** Style sheets, fonts, scripts, timings of narration, pronunciation, tables of contents. */
const FOR_DISPLAY =
  /^(?:font\/|text\/(?:css|javascript)|application\/(?:.*font|.*opentype|.*template|(?:java|ecma)script|smil|pls|x-dtbncx))/;

/** Of the archive itself, and of programs that keep books. */
const OF_PROGRAMS = /^(?:mimetype|META-INF\/.*|iTunes.*)$|(?:^|\/)[._]|\.opf$|\/$/i;
const SUFFIXES: readonly (readonly [suffix: RegExp, type: string])[] = [
  [/\.(?:x?html?|xml)$/i, CHAPTER_TYPE],
  [/\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?)$/i, 'image/*'],
  [/\.css$/i, 'text/css'],
  [/\.(?:[ot]tf|woff2?)$/i, 'font/*'],
  [/\.js$/i, 'text/javascript'],
  [/\.ncx$/i, 'application/x-dtbncx+xml'],
];

/** Files of the archive that the package does not list; their suffixes tell their types. */
function unlisted(members: ZipArchive['members'], listed: ReadonlySet<string>): BookItem[] {
  return members
    .filter(({ name }) => !listed.has(name.toLowerCase()) && !OF_PROGRAMS.test(name))
    .map(({ name }) => ({
      path: name,
      type: SUFFIXES.find(([suffix]) => suffix.test(name))?.[1] ?? 'application/octet-stream',
    }))
    .filter(({ type }) => !FOR_DISPLAY.test(type));
}

function packagePath(names: readonly string[], container: Uint8Array | null): string | null {
  const files =
    container === null ? [] : [...walk(parseXml(decodeXml(container)))].filter(({ name }) => name === 'rootfile');
  const named = files.map((file) => file.attributes['full-path']).find((path) => path !== undefined);
  return named ?? names.find((name) => /\.opf$/i.test(name)) ?? null;
}

/** Obfuscated fonts are common and harmless; encrypted texts are DRM. */
function refuseProtected(encryption: Uint8Array | null, texts: ReadonlySet<string>): void {
  if (encryption === null) return;
  for (const { name, attributes } of walk(parseXml(decodeXml(encryption)))) {
    if (!/(^|:)CipherReference$/.test(name) || !texts.has(resolvePath('', attributes['URI'] ?? ''))) continue;
    throw new ServiceError('encrypted', 'The book is protected against reading by other programs (DRM).');
  }
}

export interface BookMetadata {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly date: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

/** Maximum length of a value, since descriptions may be whole reviews. */
const MAX_LENGTH = 1000;

export function readBookMetadata(metadata: XmlElement | undefined): BookMetadata {
  // EPUB 2 may wrap the elements in `dc-metadata`.
  const elements = [metadata, descend(metadata, 'dc-metadata')].flatMap((parent) => childrenOf(parent));
  const values = (name: string): string[] =>
    elements
      .filter((element) => element.name === name)
      .map((element) =>
        textOf(element)
          .replace(/<[^<>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, MAX_LENGTH),
      )
      .filter((value) => value !== '');
  const [title = null, ...furtherTitles] = values('dc:title');
  const [language = null] = values('dc:language');
  const [date = null] = values('dc:date');
  const properties = Object.entries({
    further_titles: furtherTitles,
    series: seriesOf(elements),
    description: values('dc:description'),
    publisher: values('dc:publisher'),
    identifier: values('dc:identifier'),
    keywords: values('dc:subject'),
    rights: values('dc:rights'),
    contributors: values('dc:contributor'),
    source: values('dc:source'),
  }).flatMap(([name, found]) => (found.length === 0 ? [] : [[name, found.join(', ').slice(0, MAX_LENGTH)]]));
  return { title, authors: values('dc:creator'), language, date, properties: Object.fromEntries(properties) };
}

/** The names of the series with the number in it, as EPUB 3 and Calibre write them. */
function seriesOf(elements: readonly XmlElement[]): string[] {
  const metas = elements
    .filter(({ name }) => name === 'meta')
    .map(({ attributes, children }) => ({
      attributes,
      value: attributes['content'] ?? children.map(textOf).join('').trim(),
    }));
  const named = (name: string): string[] =>
    metas.filter(({ attributes }) => attributes['name'] === name).map(({ value }) => value);
  const numbers = new Map(
    metas
      .filter(({ attributes }) => attributes['property'] === 'group-position')
      .map(({ attributes: { refines = '' }, value }) => [refines, value]),
  );
  const collections = metas
    .filter(({ attributes }) => attributes['property'] === 'belongs-to-collection')
    .map(({ attributes: { id = '' }, value }) => [value, numbers.get(`#${id}`) ?? '']);
  const [index = ''] = named('calibre:series_index');
  const ofCalibre = named('calibre:series').map((name) => [name, index]);
  return (collections.length > 0 ? collections : ofCalibre)
    .map((parts) => parts.join(' ').replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}
