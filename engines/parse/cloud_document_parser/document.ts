/** Builds a document from the provider's pages. */
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../documents/document.ts';
import type { PageSpan, ParsedDocument, ParseWarning } from '../documents/types.ts';
import type { RemotePage } from './protocol.ts';

const BETWEEN_PAGES = '\n\n';

/**
 * The document made of a result's pages. Pages that the provider could not read become warnings. Throws `empty`
 * without any text.
 */
export function documentOfPages(remotePages: readonly RemotePage[], limit: number): ParsedDocument {
  const pages: PageSpan[] = [];
  const warnings: ParseWarning[] = [];
  let markdown = '';
  for (const { page_number: page, markdown: text } of remotePages) {
    if (text === undefined) {
      warnings.push({ code: 'page_unreadable', message: 'The provider could not read the page.', page });
    }
    const content = text?.trim().toWellFormed() ?? '';
    if (content !== '' && markdown !== '') markdown += BETWEEN_PAGES;
    const start = markdown.length;
    markdown += content;
    pages.push({ page, start, end: markdown.length });
  }
  if (markdown === '') throw new ServiceError('empty', 'The provider found no text in the document.');
  if (remotePages.length >= limit) {
    const message = `Only the first ${limit} pages were requested from the provider; later pages, if any, are omitted.`;
    warnings.push({ code: 'pages_omitted', message, page: null });
  }
  return documentOf(`${markdown}\n`, { pages, warnings });
}
