/** Reads the pages of a PDF: their text layers and pictures. */

import { ServiceError } from '../../../../errors/index.ts';
import { readLanguage } from '../../pages/pdf/file/metadata.ts';
import { openPdf } from '../../pages/pdf/source.ts';
import { monospaceSurvey } from '../../pages/survey/monospace.ts';
import type { Pages } from './pages.ts';
import { renderPage } from './render-page.ts';

/** Throws `encrypted`, `corrupt`, `empty` or `too_large`. */
export async function openPdfPages(bytes: Uint8Array, passwords?: readonly string[]): Promise<Pages> {
  const source = await openPdf(bytes, passwords);
  if (source.pageCount === 0) {
    source.close();
    throw new ServiceError('empty', 'The PDF has no pages.');
  }
  return {
    count: source.pageCount,
    facts: { ...source.metadata, language: readLanguage(bytes) },
    outline: source.outline,
    survey: async (numbers) => {
      const survey = monospaceSurvey();
      for (const number of numbers) {
        const text = await source.text(number);
        if (text !== null) survey.add(text.glyphs);
      }
      return survey.fonts();
    },
    extract: async (number, monoFonts) => (await source.page(number, monoFonts, null))?.page ?? null,
    picture: (number) => source.use(number, renderPage),
    close: source.close,
  };
}
