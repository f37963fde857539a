import type { ParsedDocument } from './types.ts';

/** A document of which only the given facts are known. */
export function documentOf(markdown: string, facts: Partial<Omit<ParsedDocument, 'markdown'>> = {}): ParsedDocument {
  return {
    title: null,
    authors: [],
    language: null,
    createdAt: null,
    pages: [],
    qualities: [],
    images: [],
    warnings: [],
    links: [],
    properties: {},
    ...facts,
    markdown,
  };
}
