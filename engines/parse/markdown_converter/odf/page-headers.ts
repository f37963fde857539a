/** Heads and feet of the pages of a sheet, as the codes that workbooks of Excel have. */
import { childrenOf, isElement, walk, type XmlElement } from '../../documents/xml.ts';

/** Names of the elements of a page style, and those that Excel has for them. */
const KINDS = [
  ['style:header', 'oddHeader'],
  ['style:footer', 'oddFooter'],
  ['style:header-left', 'evenHeader'],
  ['style:footer-left', 'evenFooter'],
  ['style:header-first', 'firstHeader'],
  ['style:footer-first', 'firstFooter'],
] as const;

/** Codes for fields whose values differ by page or by the time of printing. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['text:page-number', '&P'],
  ['text:page-count', '&N'],
  ['text:sheet-name', '&A'],
  ['text:file-name', '&F'],
  ['text:date', '&D'],
  ['text:time', '&T'],
]);

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

function codeOf(element: XmlElement): string {
  return element.children
    .map((child) => (isElement(child) ? (FIELDS.get(child.name) ?? codeOf(child)) : child.replaceAll('&', '&&')))
    .join('');
}
