/** Reviewers' comments. */
import type { Block } from '../../documents/markdown/model.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';

/** A comment as a quote; empty without text. */
export function readAnnotation(annotation: XmlElement): Block[] {
  const paragraphs = childrenOf(annotation).filter(({ name }) => name === 'text:p' || name === 'text:list');
  const author = textOf(descend(annotation, 'dc:creator'));
  const time = textOf(descend(annotation, 'dc:date'));
  return commentBlocks({ author, time }, plainParagraphs(paragraphs.map(textOf)));
}
