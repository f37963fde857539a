/** The links of a document as JSON lines. */
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import { FileOutput } from '../documents/file-output.ts';

/** In reading order. Throws `output_too_large`. */
export function linksJsonl(source: FormatSource): Uint8Array {
  const output = new FileOutput('links.jsonl');
  for (const { id, page, links } of documentBlocks(source)) {
    for (const link of links) output.add(`${JSON.stringify({ ...link, page, block_id: id })}\n`);
  }
  return output.bytes();
}
