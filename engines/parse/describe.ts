/** Splits a document into its Markdown and its facts. */
import { createHash } from 'node:crypto';
import { countWords } from './count-words.ts';
import type { ParsedDocument } from './types.ts';

/** Facts of a document whose Markdown, places and images are stored separately. */
export interface DocumentFacts extends Omit<ParsedDocument, 'markdown' | 'images' | 'places' | 'pageSizes'> {
  readonly words: number;
  readonly markdownBytes: number;
  /** Lower-case hexadecimal. */
  readonly markdownSha256: string;
  /** Whether the Markdown is only white space. */
  readonly isBlank: boolean;
}

/** The facts of a document, and its Markdown in UTF-8. */
export function describeDocument(document: ParsedDocument): {
  readonly facts: DocumentFacts;
  readonly markdown: Uint8Array;
} {
  const { markdown, images: _images, places: _places, pageSizes: _pageSizes, ...facts } = document;
  const bytes = Buffer.from(markdown);
  return {
    facts: {
      ...facts,
      words: countWords(markdown),
      markdownBytes: bytes.byteLength,
      markdownSha256: createHash('sha256').update(bytes).digest('hex'),
      isBlank: !/\S/.test(markdown),
    },
    markdown: bytes,
  };
}
