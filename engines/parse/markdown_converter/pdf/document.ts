/** From extracted pages to a document. The same for pages that a file describes and pages that were recognised from pixels. */

import type { PageSpan, ParseWarning } from '../../types.ts';
import type { TableForm } from '../markdown/tables.ts';
import { blockOf } from './blocks.ts';
import type { PageContent } from './blocks.ts';
import { documentStyle } from './document-style.ts';
import type { DocumentStyle } from './document-style.ts';
import type { ExtractedPage } from './extract.ts';
import { joinPages } from './join-pages.ts';
import { renderMarkdown } from './markdown.ts';
import { NO_MONOSPACE } from './monospace.ts';
import type { MonospaceFonts } from './monospace.ts';
import type { OutlineEntry } from './outline.ts';
import { layOutPage } from './page-layout.ts';
import type { Picture } from './pictures.ts';
import { withPictures } from './place-pictures.ts';
import { runningWords } from './running-heads.ts';
import { emptySurvey, surveyPage } from './survey.ts';

/** A page by its number, from 1; `page` is `null` when it cannot be read. */
export interface NumberedPage {
  readonly number: number;
  readonly page: ExtractedPage | null;
}

export interface LaidOutDocument {
  readonly markdown: string;
  readonly pages: readonly PageSpan[];
  readonly warnings: readonly ParseWarning[];
}

/**
 * Lays out pages that are all at hand, for example recognised ones. Neighbours with one number, the pages of a spread,
 * are read in turn as one page.
 */
export function layOutDocument(
  pages: readonly NumberedPage[],
  form: TableForm,
  outline: readonly OutlineEntry[] = [],
  monoFonts: MonospaceFonts = NO_MONOSPACE,
): LaidOutDocument {
  const survey = emptySurvey();
  for (const { page } of pages) if (page !== null) surveyPage(survey, page.words, page.height);
  const style = documentStyle(survey, outline, monoFonts);
  const byNumber = Map.groupBy(pages, ({ number }) => number);
  const contents = [...byNumber].map(([page, parts]) => {
    const read = parts.map((part) => contentOf(part, style));
    return { page, blocks: read.flatMap(({ blocks }) => blocks), warnings: read.flatMap(({ warnings }) => warnings) };
  });
  return documentOfPages(contents, form);
}

/** What one page says, with its pictures. `style` comes of a survey of all pages. */
export function contentOf(
  { number, page }: NumberedPage,
  style: DocumentStyle,
  pictures: readonly Picture[] = [],
): PageContent {
  const warnings: ParseWarning[] = [];
  const warn = (code: string, message: string): void => void warnings.push({ code, message, page: number });
  if (page === null) {
    warn('page_unreadable', 'The page is damaged and was left out.');
    return { page: number, blocks: [], warnings };
  }
  if (page.words.length === 0 && page.rotated.length === 0 && page.drawings.hasImages) {
    warn('no_text_layer', 'The page is an image without text: it needs text recognition.');
  }
  const running = runningWords(page, style);
  const words = page.words.filter((word) => !running.has(word));
  const { blocks, plain } = layOutPage(page, words, style);
  if (plain === 'lossy') warn('text_dropped', 'The layout of the page lost text: its lines are given one by one.');
  if (plain === 'crowded') warn('layout_skipped', 'The page has too many words: its lines are given one by one.');
  return { page: number, blocks: withPictures(blocks, pictures).map((block) => blockOf(block, style)), warnings };
}

/** The document that the contents of pages, ascending, make. */
export function documentOfPages(contents: readonly PageContent[], form: TableForm): LaidOutDocument {
  const { markdown, pages } = renderMarkdown(
    joinPages(contents),
    contents.map(({ page }) => page),
    form,
  );
  return { markdown: markdown.toWellFormed(), pages, warnings: contents.flatMap((content) => content.warnings) };
}
