/** Converts long PDFs in page ranges. */

import { deserialize, serialize } from 'node:v8';
import type { DocumentRange, RangedConverter } from '../../documents/ranges.ts';
import type { ParseInput } from '../../documents/types.ts';
import type { PageContent } from '../../pages/layout/blocks.ts';
import { choosePages, documentFrom, layOutPages, PAGES_OF_RANGE, surveyPages } from './passes.ts';
import type { PdfSurvey } from './passes.ts';
import { openPdf } from '../../pages/pdf/source.ts';
import type { PdfSource } from '../../pages/pdf/source.ts';

/** Documents with more pages count as long. */
const MAX_PAGES_IN_ONE_GO = 200; // two ranges: fewer pages gain nothing from a second converter

export const rangedPdf: RangedConverter = {
  async begin(input, context) {
    return withPdf(input, async (source) => {
      if (choosePages(source, input).pages.length <= MAX_PAGES_IN_ONE_GO) return null;
      const survey = await surveyPages(source, input, context);
      return { survey: serialize(survey), ranges: rangesOf(survey.pages) };
    });
  },

  async convert(input, bytes, { first, last }, { signal, onProgress }) {
    const survey: PdfSurvey = deserialize(bytes);
    const pages = survey.pages.filter((page) => page >= first && page <= last);
    return withPdf(input, async (source) => {
      const { contents, images } = await layOutPages(source, pages, survey, input, signal, (completed) =>
        onProgress({ completed, total: pages.length, unit: 'pages', message: null }),
      );
      return { content: serialize(contents), images };
    });
  },

  async join(input, bytes, parts) {
    const survey: PdfSurvey = deserialize(bytes);
    const contents = parts.flatMap((part): PageContent[] => deserialize(part));
    return documentFrom(survey, { contents, images: [] }, input);
  },
};

function rangesOf(pages: readonly number[]): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  for (let index = 0; index < pages.length; index += PAGES_OF_RANGE) {
    const part = pages.slice(index, index + PAGES_OF_RANGE);
    ranges.push({ first: part[0] ?? 1, last: part.at(-1) ?? 1, pages: part.length });
  }
  return ranges;
}

async function withPdf<T>(input: ParseInput, use: (source: PdfSource) => Promise<T>): Promise<T> {
  const source = await openPdf(input.bytes, input.passwords, input.options.hidden);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}
