/** PDF to Markdown: the text layer, laid out. */

import type { ParseContext, ParsedDocument, ParseInput } from '../../types.ts';
import { documentFrom, layOutPages, surveyPages } from './passes.ts';
import { openPdf } from './read/source.ts';

/**
 * Reads a PDF in one go. Throws `ServiceError` with `empty`, `encrypted`, `corrupt` or `too_large`. Pages that cannot be
 * read are left out with the warning `page_unreadable`; pages of images without text get `no_text_layer`, pages whose
 * layout lost text come as plain lines with `text_dropped`, crowded pages as well with `layout_skipped`. `pages_omitted`,
 * `pages_missing`, `images_omitted` and `attachments_ignored` tell of what else is not there.
 */
export async function parsePdf(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const source = await openPdf(input.bytes);
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
