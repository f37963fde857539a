/** Creates documents with safe Markdown. */
import type { ParsedDocument, ParseWarning } from './types.ts';
import { makeSafe } from './untrusted/markdown.ts';

/**
 * A document with the given facts and defaults for the rest. Its Markdown is safe to display: disallowed links and
 * HTML become text, with a warning, and page spans are adjusted to the result.
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
  const message = `Links or HTML that a browser could execute were converted to plain text in ${changes} places.`;
  return changes === 0 ? [] : [{ code: 'untrusted_html', message, page: null }];
}
