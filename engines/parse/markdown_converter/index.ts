/** The markdown converter: whole documents of many formats, each by its own reader. */
import { ServiceError } from '../../../platform/errors.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../types.ts';

type Reader = (input: ParseInput, context: ParseContext) => ParsedDocument | Promise<ParsedDocument>;

const html: Reader = async (input) => (await import('./html/index.ts')).convertHtml(input);
const delimited: Reader = async (input) => (await import('./delimited.ts')).convertDelimited(input);
const text: Reader = async (input) => (await import('./text.ts')).convertText(input);

/** Readers are loaded when first used: a process that converts pages holds no PDF library. */
const READERS: Readonly<Record<string, Reader>> = {
  'application/pdf': async (input, context) => (await import('./pdf/index.ts')).parsePdf(input, context),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (input) =>
    (await import('./docx/index.ts')).convertDocx(input),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': async (input, context) =>
    (await import('./pptx/index.ts')).convertPptx(input, context),
  'text/html': html,
  'application/xhtml+xml': html,
  'text/csv': delimited,
  'text/tab-separated-values': delimited,
  'text/markdown': text,
  'text/plain': text,
};

/** Converts a document. Throws `unsupported_type` for a type without a reader, and what that type's reader throws. */
export async function convertDocument(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const reader = READERS[input.mediaType];
  if (reader === undefined) {
    throw new ServiceError('unsupported_type', `The markdown converter does not read ${input.mediaType}.`, {
      media_type: input.mediaType,
      supported: Object.keys(READERS),
    });
  }
  if (input.bytes.length === 0) throw new ServiceError('empty', 'The source has zero bytes.');
  context.signal.throwIfAborted();
  return reader(input, context);
}
