/** Creates documents with safe Markdown. */
import type { Span } from '../../text/span.ts';
import type { ParsedDocument, ParseWarning } from './types.ts';
import type { WarningCode } from './warnings.ts';
import { makeSafe } from '../untrusted/markdown.ts';

/**
 * A document with the given facts and defaults for the rest. Its Markdown is safe to display: disallowed links and
 * HTML become text, with a warning, and spans are adjusted to the result.
 */
export function documentOf(markdown: string, facts: Partial<Omit<ParsedDocument, 'markdown'>> = {}): ParsedDocument {
  const safe = makeSafe(markdown);
  const { pages = [], places = [], warnings = [] } = facts;
  const moved = <T extends Span>(span: T): T => ({ ...span, start: safe.move(span.start), end: safe.move(span.end) });
  return {
    title: null,
    authors: [],
    language: null,
    createdAt: null,
    pageSizes: [],
    qualities: [],
    images: [],
    links: [],
    properties: {},
    ...facts,
    pages: pages.map(moved),
    places: places.map(moved),
    warnings: [...listed(warnings), ...changesWarning(safe.changes)],
    markdown: safe.markdown,
  };
}

/** Warnings about no page that are listed for each code. One more counts the others. */
const LISTED = 100;

function listed(warnings: readonly ParseWarning[]): ParseWarning[] {
  const counts = new Map<WarningCode, number>();
  const shown = warnings.filter(({ code, page }) => {
    if (page !== null) return true;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= LISTED;
  });
  for (const [code, count] of counts) {
    const message = `There are ${count - LISTED} more warnings of this kind.`;
    if (count > LISTED) shown.push({ code, message, page: null });
  }
  return shown;
}

function changesWarning(changes: number): ParseWarning[] {
  const message = `Links or HTML that a browser could execute were converted to plain text in ${changes} places.`;
  return changes === 0 ? [] : [{ code: 'untrusted_html', message, page: null }];
}
