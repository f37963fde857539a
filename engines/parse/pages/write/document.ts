/** Writes the contents of all pages as one document. */

import type { BlockPlace, PageSize, PageSpan, ParseWarning } from '../../documents/types.ts';
import type { PageContent } from '../layout/blocks.ts';
import type { TableForm } from '../../documents/markdown/tables.ts';
import { joinPages } from './join-pages.ts';
import { renderMarkdown } from './pages-markdown.ts';

export interface LaidOutDocument {
  readonly markdown: string;
  readonly pages: readonly PageSpan[];
  readonly places: readonly BlockPlace[];
  readonly pageSizes: readonly PageSize[];
  readonly warnings: readonly ParseWarning[];
}

/** The document for the contents of pages, which must be in ascending order. */
export function documentOfPages(contents: readonly PageContent[], form: TableForm): LaidOutDocument {
  const { markdown, pages, places } = renderMarkdown(
    joinPages(contents),
    contents.map(({ page }) => page),
    form,
  );
  return {
    markdown: markdown.toWellFormed(),
    pages,
    places,
    pageSizes: contents.flatMap(({ page, size }) => (size === null ? [] : [{ page, ...size }])),
    warnings: contents.flatMap((content) => content.warnings),
  };
}
