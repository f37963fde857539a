/** A document cut into chunks for retrieval, as JSON lines: by the chunker of knowledge, with its usual rules. */
import { chunkMarkdown } from '../../text/chunking/chunk.ts';
import { NO_PAGES, pagesOf } from '../../text/chunking/pages.ts';
import { DEFAULT_CHUNK_RULES } from '../../text/options.ts';
import type { FormatSource } from './document-blocks.ts';
import { FileOutput } from '../documents/file-output.ts';

/** Throws `output_too_large`. */
export function chunksJsonl({ markdown, pages }: FormatSource): Uint8Array {
  const { chunks } = chunkMarkdown(markdown, { ...DEFAULT_CHUNK_RULES, max_chunks: Infinity });
  const pagesOfChunks = pagesOf(chunks, pages);
  const output = new FileOutput('chunks.jsonl');
  for (const [order, { start, end, text, path, tableHeader, tokens }] of chunks.entries()) {
    const { pageFrom, pageTo } = pagesOfChunks[order] ?? NO_PAGES;
    const chunk = {
      id: `c${order + 1}`,
      order,
      headings: path,
      table_header: tableHeader,
      tokens,
      page_from: pageFrom,
      page_to: pageTo,
      markdown: { start, end },
      text,
    };
    output.add(`${JSON.stringify(chunk)}\n`);
  }
  return output.bytes();
}
