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
    warnings: onceOfHeads(contents.flatMap((content) => content.warnings)),
  };
}

/** A head of many pages is left out once, as their number says. */
function onceOfHeads(warnings: readonly ParseWarning[]): ParseWarning[] {
  const heads = warnings.filter(({ code }) => code === 'heads_omitted');
  const others = warnings.filter(({ code }) => code !== 'heads_omitted');
  const [first] = heads;
  if (first === undefined || heads.length === 1) return [...warnings];
  const message = `Running heads of ${heads.length} pages that are larger than the text were left out; options.headers can keep them.`;
  return [{ ...first, message, page: null }, ...others];
}
