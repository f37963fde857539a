/** The blocks of a document: what its Markdown says, piece by piece in reading order, with the place of each. */
import type { Span } from '../../text/span.ts';
import type { BlockType } from '../options.ts';
import type { PageBox } from '../documents/types.ts';

/** Rows and columns count from 0. */
export interface BlockCell {
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
  readonly is_header: boolean;
  /** Plain, with line feeds. */
  readonly text: string;
}

export interface BlockTable {
  readonly rows: number;
  readonly columns: number;
  /** Each cell once, in the order of the upper left corners. */
  readonly cells: readonly BlockCell[];
}

export interface BlockLink {
  /** What the link shows, plain; may be empty. */
  readonly text: string;
  /** As the document has it: it may be relative. */
  readonly url: string;
}

/** A block as the Markdown alone has it. */
export interface MarkdownBlock {
  /** In how many list items it is, its own included. */
  readonly depth: number;
  readonly type: BlockType;
  /**
   * Plain. Of a table, its rows as lines and tabs between the cells; of a formula, LaTeX; of a picture, its
   * description.
   */
  readonly text: string;
  /** Of a heading, 1 to 6; of a list item, its depth from 1; `null` otherwise. */
  readonly level: number | null;
  /** Of a list item, as it is written: `-`, `3.`; of a footnote, its label; `null` otherwise. */
  readonly marker: string | null;
  /** Of code, as the document names it; `null` otherwise. */
  readonly language: string | null;
  readonly table: BlockTable | null;
  /** Of a picture, the name of its image; `null` when it is not among the images of the document. */
  readonly image: string | null;
  readonly links: readonly BlockLink[];
  /** In the Markdown, in UTF-16 code units. */
  readonly span: Span;
}

/** A block with its place in the document and on the pages. */
export interface DocumentBlock extends Omit<MarkdownBlock, 'span' | 'depth'> {
  /** Unique in the document. */
  readonly id: string;
  /** From 0, in reading order. */
  readonly order: number;
  /** The list item or the heading that it is below; `null` for none. */
  readonly parent_id: string | null;
  /** The page on which it starts, from 1; `null` for formats without pages. */
  readonly page: number | null;
  readonly boxes: readonly PageBox[];
  /** 0..1; `null` when it is not known. */
  readonly confidence: number | null;
  readonly markdown: Span;
}
