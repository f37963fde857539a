/** Reviewers' comments. */
import type { Block } from '../../documents/markdown/model.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';

/** A comment as a quote; empty without text. `on` is the reference of its cell, if it is on one. */
export function readAnnotation(annotation: XmlElement, on: string | null = null): Block[] {
  const paragraphs = childrenOf(annotation).filter(({ name }) => name === 'text:p' || name === 'text:list');
  const author = textOf(descend(annotation, 'dc:creator'));
  const time = textOf(descend(annotation, 'dc:date'));
  return commentBlocks({ author, on, time }, plainParagraphs(paragraphs.map(textOf)));
}
