/**
 * The document model between formats and Markdown: readers of formats build it, and the writers in this folder write
 * it.
 */

export interface Format {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly code: boolean;
  readonly vertical: 'sub' | 'sup' | null;
  /** Tracked change that inserted or deleted the text, or `null`. */
  readonly change: 'ins' | 'del' | null;
  /** Link target of the text, or `null`. */
  readonly href: string | null;
}

export const PLAIN: Format = {
  bold: false,
  italic: false,
  strike: false,
  code: false,
  vertical: null,
  change: null,
  href: null,
};

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly format: Format }
  | { readonly kind: 'break' }
  | { readonly kind: 'image'; readonly alt: string; readonly src: string; readonly href: string | null }
  /** LaTeX without delimiters. */
  | { readonly kind: 'math'; readonly latex: string }
  | { readonly kind: 'checkbox'; readonly checked: boolean }
  /** A reference to the note with this label. */
  | { readonly kind: 'note'; readonly label: string };

/** Of Markdown. */
export const MAX_HEADING_LEVEL = 6;

export interface ListItem {
  /** Number of the item, or `null` for a bullet. */
  readonly number: number | null;
  readonly blocks: readonly Block[];
}

export interface TableCell {
  readonly blocks: readonly Block[];
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string | null }
  /** A display equation, without delimiters. */
  | { readonly kind: 'equation'; readonly latex: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  /** Rows of the cells that start in them; spans cover the rest. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly kind: 'rule' }
  /** Markdown of a document inside this one. */
  | { readonly kind: 'markdown'; readonly markdown: string }
  | { readonly kind: 'note'; readonly label: string; readonly blocks: readonly Block[] };

export function text(value: string, format: Format = PLAIN): Inline {
  return { kind: 'text', text: value, format };
}

/** The text of inline content without formatting, with breaks as spaces. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.text;
        case 'break':
          return ' ';
        case 'math':
          return inline.latex;
        case 'image':
        case 'checkbox':
        case 'note':
          break;
      }
      return '';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text of the first heading of the highest level, or `null`: the title for formats without one. */
export function headingTitle(blocks: readonly Block[]): string | null {
  let best: { level: number; title: string } | null = null;
  for (const block of blocks) {
    if (block.kind !== 'heading' || (best !== null && block.level >= best.level)) continue;
    const title = plainText(block.content);
    if (title !== '') best = { level: block.level, title };
  }
  return best?.title ?? null;
}
