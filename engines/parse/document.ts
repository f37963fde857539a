import type { ParsedDocument, ParseWarning } from './types.ts';
import { makeSafe } from './untrusted/markdown.ts';

/**
 * A document of which only the given facts are known. Whatever its Markdown comes from, it is safe to be shown: links and
 * HTML that are not allowed are text, which a warning tells, and the spans of the pages are those of the result.
 */
export function documentOf(markdown: string, facts: Partial<Omit<ParsedDocument, 'markdown'>> = {}): ParsedDocument {
  const safe = makeSafe(markdown);
  const { pages = [], warnings = [] } = facts;
  return {
    title: null,
    authors: [],
    language: null,
    createdAt: null,
    qualities: [],
    images: [],
    links: [],
    properties: {},
    ...facts,
    pages: pages.map(({ page, start, end }) => ({ page, start: safe.move(start), end: safe.move(end) })),
    warnings: [...warnings, ...changesWarning(safe.changes)],
    markdown: safe.markdown,
  };
}

function changesWarning(changes: number): ParseWarning[] {
  const message = `Links or HTML that a browser could run were made plain text, in ${changes} places.`;
  return changes === 0 ? [] : [{ code: 'untrusted_html', message, page: null }];
}
