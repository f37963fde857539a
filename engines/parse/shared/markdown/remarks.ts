/** What is written beside a document: speaker notes and reviewers' comments, as quotes that say what they are. */
import { PLAIN, text, type Block } from './model.ts';

export interface CommentSource {
  /** Empty when the file does not say. */
  readonly author: string;
  /** What it is about, for example a cell's reference; `null` when it stands beside it. */
  readonly on?: string | null;
  /** Time in any precision of ISO 8601, or empty. */
  readonly time: string;
}

/** A comment; empty without words. */
export function commentBlocks({ author, on = null, time }: CommentSource, words: readonly Block[]): Block[] {
  const by = `Comment by ${author.trim() || 'Unknown'}`;
  const place = on === null ? '' : ` on ${on}`;
  return remarkBlocks(`${by}${place}${time === '' ? '' : ` (${time.slice(0, 19)})`}:`, words);
}

/** A quote below a bold label; empty without words. */
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
