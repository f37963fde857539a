/** The text of a shape as paragraphs, lists and code. */
import { nestLists, type FlatBlock } from '../../../documents/markdown/lists.ts';
import { text, type Block, type Inline } from '../../../documents/markdown/model.ts';
import type { Relationship } from '../ooxml/package.ts';
import { childrenOf, descend, type XmlElement } from '../../../documents/xml.ts';
import { Bullets, type Marker } from './bullets.ts';
import { readRuns } from './runs.ts';

export interface TextSources {
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** Inherited list styles, nearest first. */
  readonly styles: readonly (XmlElement | undefined)[];
}

/** Blocks of a `p:txBody` or `a:txBody`. Empty paragraphs are dropped and do not interrupt lists. */
export function readText(body: XmlElement | undefined, { relationships, styles }: TextSources): Block[] {
  const bullets = new Bullets([descend(body, 'a:lstStyle'), ...styles]);
  return nestLists(
    childrenOf(body, 'a:p').flatMap((paragraph): FlatBlock[] => {
      const content = readRuns(paragraph, relationships);
      if (!isVisible(content)) return [];
      return [blockOf(content, bullets.next(descend(paragraph, 'a:pPr')))];
    }),
  );
}

export function isVisible(content: readonly Inline[]): boolean {
  return content.some((inline) => (inline.kind === 'text' ? inline.text.trim() !== '' : inline.kind !== 'break'));
}

function blockOf(content: readonly Inline[], marker: Marker): FlatBlock {
  if (marker !== null) return listItem(content, marker);
  const shown = content.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [only] = shown;
  if (only?.kind === 'math' && shown.length === 1) return { kind: 'equation', latex: only.latex };
  const isCode = shown.every(
    (inline) =>
      inline.kind === 'break' || (inline.kind === 'text' && inline.format.code && inline.format.href === null),
  );
  if (!isCode) return { kind: 'paragraph', content };
  const code = content.map((inline) => (inline.kind === 'text' ? inline.text : '\n')).join('');
  return { kind: 'code', text: code.trimEnd(), language: null };
}

/** `1.` and `1)` are Markdown markers; other labels become the text of a bullet. */
export function listItem(content: readonly Inline[], { level, label }: { level: number; label: string }): FlatBlock {
  const plain = /^(\d{1,9})[.)]?$/.exec(label);
  const number = plain === null ? null : Number(plain[1]);
  const isShown = number === null && label !== '';
  return { kind: 'item', list: '', level, number, content: isShown ? [text(`${label} `), ...content] : content };
}
