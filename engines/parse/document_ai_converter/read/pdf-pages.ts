/** Reads the pages of a PDF: their text layers and pictures. */

import { ServiceError } from '../../../../errors/index.ts';
import { readLanguage } from '../../pages/pdf/file/metadata.ts';
import { attachedFiles, pageWarnings } from '../../pages/pdf/page-warnings.ts';
import { emptyPictureFiles } from '../../pages/pdf/pictures.ts';
import { openPdf } from '../../pages/pdf/source.ts';
import { monospaceSurvey } from '../../pages/survey/monospace.ts';
import type { ParseInput } from '../../documents/types.ts';
import type { Pages } from './pages.ts';
import { renderPage } from './render-page.ts';

/** Throws `encrypted`, `corrupt`, `empty` or `too_large`. */
export async function openPdfPages({ bytes, passwords, options }: ParseInput): Promise<Pages> {
  const source = await openPdf(bytes, passwords, options.hidden);
  const files = options.images === 'extract' ? emptyPictureFiles() : null;
  if (source.pageCount === 0) {
    source.close();
    throw new ServiceError('empty', 'The PDF has no pages.');
  }
  return {
    count: source.pageCount,
    facts: { ...source.metadata, language: readLanguage(bytes) },
    outline: source.outline,
    warnings: attachedFiles('The PDF', source.attachments, null),
    survey: async (numbers) => {
      const survey = monospaceSurvey();
      for (const number of numbers) {
        const text = await source.text(number);
        if (text !== null) survey.add(text.glyphs);
      }
      return survey.fonts();
    },
    extract: async (number, monoFonts) => {
      const omitted = files?.omitted;
      const read = await source.page(number, monoFonts, files);
      if (read === null) return null;
      const { page, pictures, remarks } = read;
      const warnings = pageWarnings(number, read, files?.omitted !== omitted);
      return { page, pictures, remarks: options.comments ? remarks : [], warnings };
    },
    images: () => [...(files?.images.values() ?? [])],
    picture: (number) => source.use(number, renderPage),
    close: source.close,
  };
}
