/** The parts of a document that are stored separately: its Markdown, the places of its blocks, and its facts. */
import { createHash } from 'node:crypto';
import { countWords } from './count-words.ts';
import { encodePlaces } from './places.ts';
import type { ParsedDocument } from './types.ts';

/** Facts of a document whose Markdown, places and images are stored separately. */
export interface DocumentFacts extends Omit<ParsedDocument, 'markdown' | 'images' | 'places' | 'pageSizes'> {
  readonly words: number;
  readonly markdownBytes: number;
  /** Lower-case hexadecimal. */
  readonly markdownSha256: string;
  /** Whether the Markdown is only white space. */
  readonly isBlank: boolean;
  /** 0 for a document without places. */
  readonly placesBytes: number;
}

/** The facts of a document, its Markdown in UTF-8, and the places of its blocks. */
export function splitDocument(document: ParsedDocument): {
  readonly facts: DocumentFacts;
  readonly markdown: Uint8Array;
  readonly places: Uint8Array;
} {
  const { markdown, images: _images, places, pageSizes, ...facts } = document;
  const bytes = Buffer.from(markdown);
  const encoded = encodePlaces({ places, pageSizes });
  return {
    facts: {
      ...facts,
      words: countWords(markdown),
      markdownBytes: bytes.byteLength,
      markdownSha256: createHash('sha256').update(bytes).digest('hex'),
      isBlank: !/\S/.test(markdown),
      placesBytes: encoded.byteLength,
    },
    markdown: bytes,
    places: encoded,
  };
}
