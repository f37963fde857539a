/** Forms of XFA: programs make their pages from XML, and the pages of the file only say that this was not possible. */

import { ServiceError } from '../../../../../errors/index.ts';
import { childrenOf, descend, parseXml, textOf, walk } from '../../../documents/xml.ts';
import type { XmlElement } from '../../../documents/xml.ts';
import type { Pdfium, Scratch } from './pdfium.ts';

/** PDFium's kind of a form whose pages have to be made; those of others have its fields. */
const MADE = 2;
const MAX_PACKETS = 100; // a dozen have names
const MAX_BYTES = 16 * 1024 * 1024;

/** The labels of such a form with the values of its fields, in its order; nothing for any other document. */
export function readXfa(pdfium: Pdfium, document: number, scratch: Scratch): string[] {
  if (pdfium.FPDF_GetFormType(document) !== MADE) return [];
  const count = Math.min(MAX_PACKETS, pdfium.FPDF_GetXFAPacketCount(document));
  const packets = Array.from({ length: count }, (_, index) => readPacket(pdfium, document, scratch, index));
  try {
    return formOf(parseXml(Buffer.concat(packets).toString('utf8')));
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

function readPacket(pdfium: Pdfium, document: number, scratch: Scratch, index: number): Buffer {
  const sizeAt = scratch.at(0);
  pdfium.FPDF_GetXFAPacketContent(document, index, 0, 0, sizeAt);
  const size = scratch.int32(0);
  const buffer = size <= 0 || size > MAX_BYTES ? 0 : pdfium.malloc(size);
  if (buffer === 0) return Buffer.alloc(0);
  try {
    pdfium.FPDF_GetXFAPacketContent(document, index, buffer, size, sizeAt);
    return Buffer.from(pdfium.memory.HEAPU8.slice(buffer, buffer + size));
  } finally {
    pdfium.free(buffer);
  }
}

function formOf(root: XmlElement): string[] {
  const values = valuesOf(root);
  const lines: string[] = [];
  const isPart = ({ name }: XmlElement): boolean => !['field', 'draw', 'datasets'].includes(localOf(name));
  for (const element of walk(root, isPart)) {
    const kind = localOf(element.name);
    if (kind === 'draw') lines.push(valueOf(element));
    if (kind !== 'field') continue;
    const caption = valueOf(descend(element, 'caption'));
    const value = values.get(element.attributes['name'] ?? '')?.pop() ?? valueOf(element);
    lines.push([caption, value].filter((text) => text !== '').join(caption.endsWith(':') ? ' ' : ': '));
  }
  // Values that no field names are shown by what their elements are called.
  for (const [name, left] of values) for (const value of left.toReversed()) lines.push(`${name}: ${value}`);
  return lines.filter((line) => line !== '');
}

/** The values of the data by the names of their elements, the last first. */
function valuesOf(root: XmlElement): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const data = childrenOf(root).find(({ name }) => localOf(name) === 'datasets');
  for (const element of [...walk(data)].toReversed()) {
    const value = plain(textOf(element));
    if (childrenOf(element).length > 0 || value === '') continue;
    const others = values.get(element.name);
    if (others === undefined) values.set(element.name, [value]);
    else others.push(value);
  }
  return values;
}

/** What an element shows: text, or text with looks. */
const valueOf = (element: XmlElement | undefined): string => plain(textOf(descend(element, 'value')));
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
