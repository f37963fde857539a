/** Heads and feet of pages, as the codes that workbooks of Excel have. */
import { childrenOf, isElement, walk, type XmlElement } from '../../documents/xml.ts';
import { pageHeaders, printedCode, type PageHeaders } from '../shared/page-headers.ts';
import type { OdfContext } from './context.ts';

/** Names of the elements of a page style, and those that Excel has for them. */
const KINDS = [
  ['style:header', 'oddHeader'],
  ['style:footer', 'oddFooter'],
  ['style:header-left', 'evenHeader'],
  ['style:footer-left', 'evenFooter'],
  ['style:header-first', 'firstHeader'],
  ['style:footer-first', 'firstFooter'],
] as const;

/** The codes by the name of the page style. */
export function readHeaderCodes(styles: XmlElement | null): Map<string, ReadonlyMap<string, string>> {
  const pages = [...walk(styles ?? undefined)].filter(({ name }) => name === 'style:master-page');
  return new Map(
    pages.map((page) => [
      page.attributes['style:name'] ?? '',
      new Map(
        KINDS.flatMap(([element, kind]) => {
          const [part] = childrenOf(page, element);
          if (part === undefined || part.attributes['style:display'] === 'false') return [];
          const paragraphs = [...walk(part)].filter(({ name }) => name === 'text:p');
          return [[kind, paragraphs.map(codeOf).join('\n')] as const];
        }),
      ),
    ]),
  );
}

/** Those of a text: of its first page, or of all its page styles, each text once. */
export function textHeaders(
  body: XmlElement,
  styleParts: XmlElement | null,
  { styles, options, omissions }: OdfContext,
): PageHeaders {
  const pages = readHeaderCodes(styleParts);
  if (options.headers !== 'drop') {
    const masters = [...walk(styleParts ?? undefined)].filter(({ name }) => name === 'style:master-page');
    const pictures = masters.flatMap((master) => [...walk(master)]).filter(({ name }) => name === 'draw:image');
    omissions.leaveOut('pictures in heads and feet of pages', pictures.length);
  }
  const [first] = [...walk(body)].filter(({ name }) => name === 'text:p' || name === 'text:h');
  const chain = styles.chain('paragraph', first?.attributes['text:style-name']);
  const named = chain
    .map(({ element }) => element.attributes['style:master-page-name'] ?? '')
    .find((name) => name !== '');
  const codes = options.headers === 'keep' ? [...pages.values()] : [pages.get(named ?? 'Standard') ?? new Map()];
  const written = new Set<string>();
  const all = codes.map((ofPage) => pageHeaders(ofPage, options.headers, written));
  return { head: all.flatMap(({ head }) => head), foot: all.flatMap(({ foot }) => foot) };
}

function codeOf(element: XmlElement): string {
  return element.children
    .map((child) => (isElement(child) ? (printedCode(child.name) ?? codeOf(child)) : child.replaceAll('&', '&&')))
    .join('');
}
