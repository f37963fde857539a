/** A document as plain text: blocks between blank lines, items with their markers, cells between tabs. */
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import type { DocumentBlock } from './model.ts';
import { FileOutput } from '../documents/file-output.ts';

/** Throws `output_too_large`. */
export function plainTextOf(source: FormatSource): Uint8Array {
  const output = new FileOutput('document.txt');
  let above: DocumentBlock | null = null;
  for (const block of documentBlocks(source)) {
    const text = textOf(block);
    if (text === '') continue;
    const isList = above?.type === 'list_item' && block.type === 'list_item';
    output.add(above === null ? text : `${isList ? '\n' : '\n\n'}${text}`);
    above = block;
  }
  if (above !== null) output.add('\n');
  return output.bytes();
}

/** Deeper items are not indented further. */
const MAX_INDENT = 20;

function textOf({ type, text, level, marker }: DocumentBlock): string {
  if (type === 'footnote') return `[${marker}] ${text}`;
  if (type !== 'list_item') return text;
  const indent = '  '.repeat(Math.min(MAX_INDENT, (level ?? 1) - 1));
  return `${indent}${marker} ${text}`;
}
