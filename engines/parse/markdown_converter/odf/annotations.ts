/** What reviewers have written beside the text. */
import { PLAIN, text, type Block } from '../markdown/model.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../ooxml/xml.ts';

/** A comment as a quote; empty without words. */
export function readAnnotation(annotation: XmlElement): Block[] {
  const words = childrenOf(annotation)
    .filter(({ name }) => name === 'text:p' || name === 'text:list')
    .map((paragraph) => textOf(paragraph).trim())
    .filter((line) => line !== '');
  if (words.length === 0) return [];
  const author = textOf(descend(annotation, 'dc:creator')).trim() || 'Unknown';
  const time = textOf(descend(annotation, 'dc:date')).slice(0, 19);
  const by = text(`Comment by ${author}${time === '' ? '' : ` (${time})`}:`, { ...PLAIN, bold: true });
  return [
    {
      kind: 'quote',
      blocks: [
        { kind: 'paragraph', content: [by] },
        ...words.map((line): Block => ({ kind: 'paragraph', content: [text(line)] })),
      ],
    },
  ];
}
