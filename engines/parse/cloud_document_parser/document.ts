import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../document.ts';
import type { PageSpan, ParsedDocument, ParseWarning } from '../types.ts';
import type { RemotePage } from './protocol.ts';

const BETWEEN_PAGES = '\n\n';

/**
 * The document that the pages of a result make. Pages that the provider could not read are told by warnings. Throws `empty`
 * when there is no text at all.
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
    const message = `The provider was asked for ${limit} pages at most: later ones, if there are any, are left out.`;
    warnings.push({ code: 'pages_omitted', message, page: null });
  }
  return documentOf(`${markdown}\n`, { pages, warnings });
}
