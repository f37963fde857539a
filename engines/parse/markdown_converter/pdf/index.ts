/** PDF to Markdown: the text layer, laid out. */

import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { documentFrom, layOutPages, surveyPages } from './passes.ts';
import { openPdf } from '../../pages/pdf/source.ts';

/**
 * Reads a whole PDF. Throws `ServiceError` with `empty`, `encrypted`, `corrupt` or `too_large`. Pages that cannot be
 * read are left out with the warning `page_unreadable`. Pages of images without text get `no_text_layer`, pages whose
 * text is illegible `text_layer_poor`. Pages whose layout lost text are returned as plain lines with `text_dropped`,
 * and crowded pages as plain lines with `layout_skipped`. `pages_omitted`, `pages_missing`, `images_omitted` and
 * `attachments_ignored` report other omissions.
 */
export async function parsePdf(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const source = await openPdf(input.bytes, input.passwords, input.options.hidden);
  try {
    const survey = await surveyPages(source, input, context);
    const total = survey.pages.length;
    const laidOut = await layOutPages(source, survey.pages, survey, input, context.signal, (done) =>
      context.onProgress({ completed: Math.floor((total + done) / 2), total, unit: 'pages', message: null }),
    );
    return documentFrom(survey, laidOut, input);
  } finally {
    source.close();
  }
}
