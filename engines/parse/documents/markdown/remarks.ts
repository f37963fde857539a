/** Speaker notes and reviewers' comments, as labelled quotes. */
import { PLAIN, text, type Block } from './model.ts';

export interface CommentSource {
  /** Empty when unknown. */
  readonly author: string;
  /** Its subject, for example a cell reference; `null` when clear from its position. */
  readonly on?: string | null;
  /** Time in any precision of ISO 8601, or empty. */
  readonly time: string;
}

/** A comment; empty without text. */
export function commentBlocks({ author, on = null, time }: CommentSource, words: readonly Block[]): Block[] {
  const by = `Comment by ${author.trim() || 'Unknown'}`;
  const place = on === null ? '' : ` on ${on}`;
  return remarkBlocks(`${by}${place}${time === '' ? '' : ` (${time.slice(0, 19)})`}:`, words);
}

/** A quote with a bold label; empty without text. */
export function remarkBlocks(label: string, words: readonly Block[]): Block[] {
  return words.length === 0 ? [] : [{ kind: 'quote', blocks: [line(label, true), ...words] }];
}

/** Lines of plain text as paragraphs, without the empty ones. */
export function plainParagraphs(lines: readonly string[]): Block[] {
  return lines.flatMap((words) => (words.trim() === '' ? [] : [line(words.trim(), false)]));
}

function line(words: string, bold: boolean): Block {
  return { kind: 'paragraph', content: [text(words, { ...PLAIN, bold })] };
}
