/** Builds a document from recognized pages, with the stages of the PDF engine. */

import type { ParseOptions } from '../../options.ts';
import { contentOf } from '../../pages/layout/page-content.ts';
import { NO_MONOSPACE } from '../../pages/page/monospace-fonts.ts';
import type { MonospaceFonts } from '../../pages/page/monospace-fonts.ts';
import type { OutlineEntry } from '../../pages/page/outline.ts';
import type { NumberedPage } from '../../pages/page/page.ts';
import type { Picture } from '../../pages/page/picture.ts';
import type { Remark } from '../../pages/page/remark.ts';
import { documentStyle } from '../../pages/survey/document-style.ts';
import { emptySurvey, surveyPage } from '../../pages/survey/survey.ts';
import { documentOfPages } from '../../pages/write/document.ts';
import type { LaidOutDocument } from '../../pages/write/document.ts';

interface Inserts {
  /** Pictures and comments on a page. */
  readonly inserts?: readonly (Picture | Remark)[];
}

/**
 * Lays out pages that are all in memory. Neighbours with the same number, the two pages of a spread, are read one after
 * the other as one page.
 */
export function layOutDocument(
  pages: readonly (NumberedPage & Inserts)[],
  { tables, headers }: Pick<ParseOptions, 'tables' | 'headers'>,
  outline: readonly OutlineEntry[] = [],
  monoFonts: MonospaceFonts = NO_MONOSPACE,
): LaidOutDocument {
  const survey = emptySurvey();
  for (const { page } of pages) if (page !== null) surveyPage(survey, page.words, page.height);
  const style = documentStyle(survey, outline, monoFonts);
  const byNumber = Map.groupBy(pages, ({ number }) => number);
  const contents = [...byNumber].map(([page, parts]) => {
    const read = parts.map((part) => contentOf(part, style, headers, part.inserts));
    return {
      page,
      size: read[0]?.size ?? null,
      blocks: read.flatMap(({ blocks }) => blocks),
      warnings: read.flatMap(({ warnings }) => warnings),
    };
  });
  return documentOfPages(contents, tables);
}
