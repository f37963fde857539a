/** PDFs made for a test, read by the engine. */
import { parsePdf } from '../../../engines/parse/markdown_converter/pdf/index.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../engines/parse/options.ts';
import type { ParseContext, ParsedDocument } from '../../../engines/parse/documents/types.ts';
import { makePdf } from './pdf.ts';
import type { PdfPage } from './pdf.ts';

export const parse = (
  bytes: Uint8Array,
  context: Partial<ParseContext> = {},
  given: Partial<ParseOptions> = {},
): Promise<ParsedDocument> =>
  parsePdf(
    {
      bytes,
      mediaType: 'application/pdf',
      charset: null,
      filename: null,
      url: null,
      options: { ...DEFAULT_PARSE_OPTIONS, ...given },
    },
    { signal: new AbortController().signal, onProgress: () => undefined, ...context },
  );

export const markdownOf = async (...pages: PdfPage[]): Promise<string> => (await parse(makePdf(pages))).markdown;

export const LOREM = [
  'Tides rise and fall twice a day because the moon pulls at the water of the oceans, and the mills',
  'along the coast once took their power from this movement: a gate let the water in while the sea rose,',
  'and the wheel turned when it ran out again.',
];
